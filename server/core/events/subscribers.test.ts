import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allSubscribers } from '#server/domains.ts'
import type { EventType } from '#shared/core/domain-event.ts'

const root = `${import.meta.dirname}/../../../`

test('has a subscriber of each event that a domain declares: without one it would wait for ever', async () => {
  const files = globSync('shared/*/events.ts', { cwd: root })
  const modules = await Promise.all(files.map((file): Promise<Record<string, EventType>> => import(root + file)))
  const declared = modules.flatMap((module) => Object.values(module)).map(({ name }) => name)
  expect(declared).toContain('order.finished')
  const heard = new Set(allSubscribers.flatMap(({ events }) => events.map(({ name }) => name)))
  expect(declared.filter((name) => !heard.has(name))).toEqual([])
})
