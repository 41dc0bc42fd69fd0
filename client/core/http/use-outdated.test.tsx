import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { ById } from '#shared/core/fields/fields.ts'
import { queryClient, useRead } from './query-client.ts'
import { useOutdated } from './use-outdated.ts'

const { things, thing } = defineContract({
  things: {
    method: 'GET',
    path: '/things',
    access: 'merchant',
    summary: '',
    query: z.object({ range: z.string(), to: z.string() }),
    answer: z.string(),
  },
  thing: { method: 'GET', path: '/thing/:id', access: 'merchant', summary: '', params: ById, answer: z.string() },
})
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient, children })

let answers: Record<string, (text: string) => void>
function slowServer() {
  answers = {}
  vi.stubGlobal(
    'fetch',
    (url: string) => new Promise((done) => (answers[url] = (text: string) => done(Response.json(text)))),
  )
}
const answer = async (part: string, text: string) => {
  await waitFor(() => expect(Object.keys(answers).some((url) => url.includes(part))).toBe(true))
  answers[Object.keys(answers).find((url) => url.includes(part))!]!(text)
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('tells that data belongs to an earlier choice, and not that newer data of the same choice is awaited', async () => {
  slowServer()
  const { result, rerender } = renderHook(
    ({ range, to }) => {
      const read = useRead(things, { query: { range, to } })
      return { data: read.data, isOutdated: useOutdated(read, range), ofInput: useOutdated(read) }
    },
    { wrapper, initialProps: { range: 'week', to: '1' } },
  )
  expect(result.current).toEqual({ data: undefined, isOutdated: false, ofInput: false })
  await answer('range=week&to=1', 'week 1')
  await waitFor(() => expect(result.current).toEqual({ data: 'week 1', isOutdated: false, ofInput: false }))
  rerender({ range: 'week', to: '2' })
  expect(result.current).toEqual({ data: 'week 1', isOutdated: false, ofInput: true })
  rerender({ range: 'year', to: '3' })
  expect(result.current).toEqual({ data: 'week 1', isOutdated: true, ofInput: true })
  rerender({ range: 'week', to: '4' })
  expect(result.current).toEqual({ data: 'week 1', isOutdated: false, ofInput: true })
  rerender({ range: 'year', to: '3' })
  await answer('range=year&to=3', 'year')
  await waitFor(() => expect(result.current).toEqual({ data: 'year', isOutdated: false, ofInput: false }))
})

test('shows nothing of one record under the id of another', async () => {
  slowServer()
  const [one, other] = ['0193a000-0000-7000-8000-0000000000a1', '0193a000-0000-7000-8000-0000000000a2']
  const { result, rerender } = renderHook(({ id }) => useRead(thing, { params: { id } }).data, {
    wrapper,
    initialProps: { id: one },
  })
  await answer(one, 'one')
  await waitFor(() => expect(result.current).toBe('one'))
  rerender({ id: other })
  expect(result.current).toBeUndefined()
  await answer(other, 'other')
  await waitFor(() => expect(result.current).toBe('other'))
})
