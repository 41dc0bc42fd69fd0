import { getPriority } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { hasProcess } from '#scripts/tool/processes.ts'
import type { double, environment, fail, spin, wait } from './compute.fixture.ts'
import { type Compute, defineTask, openCompute, TaskTimeoutError } from './compute.ts'
import { loweredPriority } from './priority.ts'

const module = new URL('./compute.fixture.ts', import.meta.url)
const doubled = defineTask<typeof double>(module, 'double', 20_000)
const environmentOf = defineTask<typeof environment>(module, 'environment', 20_000)
const failing = defineTask<typeof fail>(module, 'fail', 20_000)
const endless = defineTask<typeof spin>(module, 'spin', 500)
const waiting = defineTask<typeof wait>(module, 'wait', 2_000)

let compute: Compute
afterEach(() => compute.close())

test('runs a task in its own process with low priority and without the server’s secrets', async () => {
  compute = openCompute({ processes: 1 })
  process.env.CANARY = 'secret'
  const { names, pid } = await compute.run(environmentOf, undefined as never)
  delete process.env.CANARY
  expect(pid).not.toBe(process.pid)
  expect(names).not.toContain('CANARY')
  expect(getPriority(pid)).toBe(loweredPriority)
  expect(Buffer.from(await compute.run(doubled, 'ab')).toString()).toBe('abab')
  await expect(compute.run(failing, undefined as never)).rejects.toThrow('too small')
})

test('kills the process of a task that exceeds its limit, and runs the next task', async () => {
  compute = openCompute({ processes: 1 })
  const { pid } = await compute.run(environmentOf, undefined as never)
  await expect(compute.run(endless, undefined as never)).rejects.toBeInstanceOf(TaskTimeoutError)
  await expect.poll(() => hasProcess(pid)).toBe(false)
  expect(Buffer.from(await compute.run(doubled, 'c')).toString()).toBe('cc')
})

test('does not count time in which a task has no processor, up to five times its limit', async () => {
  compute = openCompute({ processes: 1 })
  // The start of the process is a part of the time, and takes some seconds on a busy machine.
  await compute.run(doubled, 'a')
  await expect(compute.run(waiting, 2_500)).resolves.toBeUndefined()
  await expect(compute.run(waiting, 600_000)).rejects.toBeInstanceOf(TaskTimeoutError)
})

test('rejects a task with 503 when no process is free and too many tasks wait', async () => {
  compute = openCompute({ processes: 1, waiting: 1 })
  const tasks = ['a', 'b', 'c'].map((text) => compute.run(doubled, text))
  const answers = await Promise.allSettled(tasks)
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { kind: { code: 'core.unavailable' } } })
  expect(Buffer.from(await compute.run(doubled, 'd')).toString()).toBe('dd')
})
