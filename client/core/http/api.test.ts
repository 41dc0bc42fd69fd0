import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { ApiError, createApi, type Send } from './api.ts'

const contract = defineContract({
  find: {
    method: 'GET',
    path: '/thing/:id',
    access: 'public',
    summary: '',
    params: z.object({ id: z.string() }),
    query: z.object({ search: z.string().optional(), page: z.number() }),
    answer: z.object({}),
  },
  pay: {
    method: 'POST',
    path: '/pay',
    access: 'merchant',
    summary: '',
    idempotency: 'required',
    body: z.object({}),
    answer: z.object({}),
  },
})
type SentRequest = Parameters<Send>[0]

function recording(status: number, body: unknown) {
  const sent: SentRequest[] = []
  const api = createApi(contract, async (request) => {
    sent.push(request)
    return { status, body }
  })
  return { api, sent }
}

test('escapes parameters and leaves out absent query fields', async () => {
  const { api, sent } = recording(200, {})
  await api.find({ params: { id: 'a/b ?' }, query: { search: undefined, page: 2 } as never })
  expect(sent).toEqual([{ method: 'GET', url: '/api/thing/a%2Fb%20%3F?page=2', headers: {} }])
})

test('sends the caller’s idempotency key, or a new key with every call', async () => {
  const { api, sent } = recording(200, {})
  await api.pay({ body: {}, idempotencyKey: 'mine-0001' })
  await api.pay({ body: {} })
  await api.pay({ body: {} })
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe('mine-0001')
  expect(new Set(keys).size).toBe(3)
})

test('returns code, message and reference of an error response, and the status when its body is unreadable', async () => {
  const problem = { error: 'thing.gone', message: 'Gone', reference: 'r-1', details: { id: 1 } }
  const rejected = recording(410, problem).api.find({ params: { id: 'x' }, query: { page: 1 } })
  await expect(rejected).rejects.toMatchObject({
    status: 410,
    code: 'thing.gone',
    message: 'Gone',
    reference: 'r-1',
    details: { id: 1 },
  })
  const proxy = recording(502, '<html>').api.find({ params: { id: 'x' }, query: { page: 1 } })
  await expect(proxy).rejects.toBeInstanceOf(ApiError)
  await expect(proxy).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
})
