import { expect, test, vi } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

/** Tasks that end when the test ends them; `started` lists them in their order. */
function tasks() {
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const task = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, task, end }
}

test('runs a bounded number of tasks, keeps a bounded number waiting, and rejects the rest', async () => {
  const { started, task, end } = tasks()
  const add = boundedQueue({ running: 1, waiting: 2, first: 1 })
  const [a, b, c] = ['a', 'b', 'c'].map((name) => add(task(name)))
  expect(add(task('d'))).toBeUndefined()
  const known = add(task('known'), true)
  expect(add(task('second known'), true)).toBeUndefined()
  expect(started).toEqual(['a'])
  await end('a')
  expect(started).toEqual(['a', 'known'])
  await end('known')
  await end('b')
  await end('c')
  expect(await Promise.all([a, b, c, known])).toEqual(['a', 'b', 'c', 'known'])
})

test('continues after a task that fails', async () => {
  const { started, task, end } = tasks()
  const add = boundedQueue({ running: 1, waiting: 1, first: 0 })
  const failed = add(task('a'))!
  failed.catch(() => {})
  const next = add(task('b'))
  await end('a', new Error('on purpose'))
  await expect(failed).rejects.toThrow('on purpose')
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(await next).toBe('b')
})

test('keeps a slot empty for a part of the duration of the last task, while others wait', async () => {
  vi.useFakeTimers()
  try {
    const started: string[] = []
    const task = (name: string) => () => {
      started.push(name)
      return new Promise<void>((resolve) => setTimeout(resolve, 100))
    }
    const add = boundedQueue({ running: 1, waiting: 2, first: 0, rest: 0.5 })
    add(task('a'))
    add(task('b'))
    await vi.advanceTimersByTimeAsync(149)
    expect(started).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(100)
    add(task('c'))
    expect(started).toEqual(['a', 'b', 'c'])
  } finally {
    vi.useRealTimers()
  }
})
