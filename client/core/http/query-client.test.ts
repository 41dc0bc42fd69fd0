import { QueryClientProvider, QueryObserver, useMutation } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useTask } from '#client/core/async/use-task.ts'
import { showNotices } from '#client/core/notify.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { queryClient, queryKeyOf, refresh, refreshAll } from './query-client.ts'

const { list } = defineContract({
  list: { method: 'GET', path: '/list', access: 'merchant', summary: '', answer: z.array(z.string()) },
})

/** A test screen that reads the list; the test resolves each request. */
function screen() {
  const requests: ((answer: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((answer) => requests.push(answer))
  const reading = new QueryObserver<string[]>(queryClient, { queryKey: queryKeyOf(list), queryFn })
  const seen: unknown[] = []
  const leave = reading.subscribe(({ data, error }) => seen.push(error ?? data))
  return { requests, reading, seen, leave }
}

afterEach(() => queryClient.clear())

test.each([
  ['requests a first reading again that was requested before a change', () => refresh(list)],
  ['requests each reading again when it is unknown what changed', refreshAll],
])('%s', async (_, again) => {
  const { requests, reading, seen, leave } = screen()
  expect(requests).toHaveLength(1)
  const done = again()
  requests[0]!(['before'])
  await expect.poll(() => requests.length).toBe(2)
  requests[1]!(['after'])
  await done
  expect(reading.getCurrentResult()).toMatchObject({ data: ['after'], isFetching: false })
  expect(seen.flat()).not.toContain('before')
  expect(seen.filter((one) => one instanceof Error)).toEqual([])
  leave()
})

test('keeps the previous data on screen while it is refetched', async () => {
  const { requests, reading, leave } = screen()
  requests[0]!(['before'])
  await expect.poll(() => reading.getCurrentResult().data).toEqual(['before'])
  const done = refresh(list)
  await expect.poll(() => requests.length).toBe(2)
  expect(reading.getCurrentResult().data).toEqual(['before'])
  requests[1]!(['after'])
  await done
  expect(reading.getCurrentResult().data).toEqual(['after'])
  leave()
})

test('refetches the data of a screen that is shown again soon after a write', async () => {
  const first = screen()
  first.requests[0]!(['before'])
  await expect.poll(() => first.reading.getCurrentResult().data).toEqual(['before'])
  first.leave()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(() => useMutation({ mutationFn: async () => 'written' }), { wrapper })
  const again = screen()
  expect(again.requests).toHaveLength(0)
  again.leave()
  await act(() => result.current.mutateAsync())
  const afterwards = screen()
  expect(afterwards.requests).toHaveLength(1)
  afterwards.leave()
})

test('announces a write when the list on screen is read again, and closes its form at the same time', async () => {
  const { requests, reading, leave } = screen()
  requests[0]!(['before'])
  await expect.poll(() => reading.getCurrentResult().data).toEqual(['before'])
  const [announced, closed] = [vi.fn(), vi.fn()]
  showNotices(() => announced(reading.getCurrentResult().data))
  const options = { mutationFn: async () => 'written', meta: { done: 'Saved', refresh: [list] } }
  const written = queryClient.getMutationCache().build(queryClient, options).execute(undefined).then(closed)
  await expect.poll(() => requests.length).toBe(2)
  expect([announced, closed].map(({ mock }) => mock.calls)).toEqual([[], []])
  requests[1]!(['after'])
  await written
  expect(announced.mock.calls).toEqual([[['after']]])
  expect(closed).toHaveBeenCalledOnce()
  leave()
})

test('runs a task once when a button is pressed twice, and again with the next press', async () => {
  const run = vi.fn(async (what: string) => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (what === 'bad') throw new Error(what)
    return what
  })
  const [done, answered] = [vi.fn(), vi.fn()]
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(() => useTask(run, done), { wrapper })
  act(() => {
    result.current.mutate('first', { onSuccess: answered })
    result.current.mutate('first', { onSuccess: answered })
  })
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  expect([run, done, answered].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])

  const twice = await act(() => Promise.allSettled([1, 2].map(() => result.current.mutateAsync('bad'))))
  expect(twice.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await act(() => result.current.mutateAsync('last'))).toBe('last')
  expect([run, done].map(({ mock }) => mock.calls.length)).toEqual([3, 2])
})
