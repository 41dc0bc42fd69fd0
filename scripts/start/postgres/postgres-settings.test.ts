import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { postgresSettings, thisMachine } from './postgres-settings.ts'

const gibibyte = 1024 ** 3

test('gives PostgreSQL an eighth of the memory of a machine', () => {
  expect(postgresSettings({ memory: 24 * gibibyte, freeDisk: 60 * gibibyte })).toMatchObject({
    shared_buffers: '3072MB',
    effective_cache_size: '12288MB',
    max_wal_size: '3072MB',
  })
})

test('never sets less than the defaults of PostgreSQL', () => {
  expect(postgresSettings({ memory: gibibyte / 2, freeDisk: gibibyte })).toMatchObject({
    shared_buffers: '128MB',
    max_wal_size: '1024MB',
  })
})

test('reads the memory and the free disk of this machine', () => {
  const { memory, freeDisk } = thisMachine(tmpdir())
  expect(memory).toBeGreaterThan(gibibyte / 8)
  expect(freeDisk).toBeGreaterThan(0)
})
