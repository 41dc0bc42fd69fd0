import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineContract } from '#shared/core/contract.ts'
import { keyOf, queries, refresh, refreshAll } from './data.ts'

const { list } = defineContract({
  list: { method: 'GET', path: '/list', access: 'merchant', summary: '', answer: z.array(z.string()) },
})

/** A screen that reads the list; each of its questions is answered when the test says so. */
function screen() {
  const asked: ((answer: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((answer) => asked.push(answer))
  const reading = new QueryObserver<string[]>(queries, { queryKey: keyOf(list), queryFn })
  const seen: unknown[] = []
  const leave = reading.subscribe(({ data, error }) => seen.push(error ?? data))
  return { asked, reading, seen, leave }
}

afterEach(() => queries.clear())

test.each([
  ['a first reading that was asked before a change is asked again', () => refresh(list)],
  ['so is every other when nobody knows what changed', refreshAll],
])('%s', async (_, again) => {
  const { asked, reading, seen, leave } = screen()
  expect(asked).toHaveLength(1)
  const done = again()
  asked[0]!(['before'])
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!(['after'])
  await done
  expect(reading.getCurrentResult()).toMatchObject({ data: ['after'], isFetching: false })
  expect(seen.flat()).not.toContain('before')
  expect(seen.filter((one) => one instanceof Error)).toEqual([])
  leave()
})

test('what was read stays on screen while it is read again', async () => {
  const { asked, reading, leave } = screen()
  asked[0]!(['before'])
  await expect.poll(() => reading.getCurrentResult().data).toEqual(['before'])
  const done = refresh(list)
  await expect.poll(() => asked.length).toBe(2)
  expect(reading.getCurrentResult().data).toEqual(['before'])
  asked[1]!(['after'])
  await done
  expect(reading.getCurrentResult().data).toEqual(['after'])
  leave()
})
