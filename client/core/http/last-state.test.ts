import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forgetRememberedUser, rememberedUserKey } from '#client/core/session/session-storage.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { isLastState } from './last-state.ts'
import { queryClient, useRead } from './query-client.ts'

const { total } = defineContract({
  total: { method: 'GET', path: '/total', access: 'public', summary: '', answer: z.object({ total: z.int() }) },
})
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)
const remember = (sub: string) => localStorage.setItem(rememberedUserKey, JSON.stringify({ claims: { sub }, user: {} }))

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Reads as a screen does that is opened in a new tab. */
async function opened(keep: string | undefined, respond: () => Promise<Response>) {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  vi.stubGlobal('fetch', respond)
  const { result, unmount } = renderHook(() => useRead(total, {}, { quiet: true, keep }), { wrapper })
  await waitFor(() => expect(result.current.isPending).toBe(false))
  unmount()
  return result.current
}
const away = () => Promise.reject(new TypeError('Failed to fetch'))
const says = (count: number) => async () => Response.json({ total: count })

test('shows the last result with its time while the server cannot be reached [OF01]', async () => {
  remember('ada')
  const online = await opened('total', says(7))
  expect([online.data, isLastState(online.data)]).toEqual([{ total: 7 }, false])
  const offline = await opened('total', away)
  expect(offline).toMatchObject({ data: { total: 7 }, isError: false, dataUpdatedAt: online.dataUpdatedAt })
  expect(isLastState(offline.data)).toBe(true)
  expect(await opened('total', says(8))).toMatchObject({ data: { total: 8 } })
})

test('shows no result of another person, of another name, or from before a sign-out', async () => {
  remember('ada')
  await opened('total', says(7))
  expect(await opened('other', away)).toMatchObject({ data: undefined, isError: true })
  expect(await opened(undefined, away)).toMatchObject({ data: undefined, isError: true })
  remember('mei')
  expect(await opened('total', away)).toMatchObject({ data: undefined, isError: true })
  remember('ada')
  forgetRememberedUser()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('assay.last'))).toEqual([])
  expect(await opened('total', away)).toMatchObject({ data: undefined, isError: true })
})
