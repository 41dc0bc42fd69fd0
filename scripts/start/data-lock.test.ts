import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataInUse, lockData } from './data-lock.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('rejects a second start on the same data by name, and accepts it after the first has ended', () => {
  const release = lockData(dir)
  expect(() => lockData(dir)).toThrow(DataInUse)
  expect(() => lockData(dir)).toThrow(`process ${process.pid}`)
  release()
  expect(existsSync(join(dir, 'start.lock'))).toBe(false)
  lockData(dir)()
})

test('takes over the lock of a killed process', async () => {
  const module = new URL('./data-lock.ts', import.meta.url).href
  const code = `const { lockData } = await import('${module}'); lockData('${dir}'); setInterval(() => {}, 1000); console.log('held')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(() => lockData(dir)).toThrow(`process ${child.pid}`)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  lockData(dir)()
})

test('takes over a lock whose process number belongs to another process', () => {
  writeFileSync(join(dir, 'start.lock'), JSON.stringify({ pid: process.pid, born: '1' }))
  const release = lockData(dir)
  expect(JSON.parse(readFileSync(join(dir, 'start.lock'), 'utf8')).pid).toBe(process.pid)
  release()
})

test('rejects a start when the holder lives and /proc hides its start time', () => {
  // No process has this number, so /proc has nothing about it; a signal reaches it, as one of another user.
  const hidden = 2 ** 31 - 1
  writeFileSync(join(dir, 'start.lock'), JSON.stringify({ pid: hidden, born: '77' }))
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  try {
    expect(() => lockData(dir)).toThrow(`process ${hidden}`)
  } finally {
    kill.mockRestore()
  }
})
