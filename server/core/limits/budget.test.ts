import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sendDownload } from '#server/core/files/download.ts'
import { serve, serveStream } from '#server/core/http/serve.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { leaveDuringAuthorization } from '#server/core/test/network/leave-during-authorization.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { callBudgets } from '#shared/core/limits/call-budgets.ts'

const { perCaller, perProcess } = callBudgets.labels
const streamRoute = {
  method: 'GET',
  path: '/slow-file',
  access: 'public',
  summary: 'A file without an end',
  answer: z.unknown(),
  budget: 'labels',
} as const
const slowContract = defineContract({
  work: {
    method: 'POST',
    path: '/slow-work',
    access: 'merchant',
    summary: 'Work that continues without a reader',
    answer: z.object({}),
    budget: 'imports',
  },
  sized: {
    method: 'POST',
    path: '/sized-work',
    access: 'merchant',
    summary: 'Work that is costly for a large body only',
    body: z.object({ text: z.string() }),
    answer: z.object({}),
    budget: 'readings',
    budgetFromBytes: 1_000,
  },
})

let world: TestApp
let url: string
let working = Promise.withResolvers<void>()
let begun = 0
const sizedWork = Promise.withResolvers<void>()
let sizedRunning = 0
beforeAll(async () => {
  world = await testApp({
    routes(app) {
      serveStream(app, streamRoute, (call) => {
        async function* file() {
          for (;;) {
            yield Buffer.from('x')
            await pause(20)
          }
        }
        return sendDownload(call, { type: 'text/plain', name: 'slow.txt' }, file())
      })
      serve(app, slowContract, {
        async work() {
          begun++
          await working.promise
          return {}
        },
        async sized() {
          sizedRunning++
          await sizedWork.promise
          return {}
        },
      })
    },
  })
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

type Reader = { status: number; error: string | undefined; retryAfter: string | null; leave(): void }

async function read(person?: Person): Promise<Reader> {
  const abort = new AbortController()
  const headers: HeadersInit = person ? { authorization: `Bearer ${person.token}` } : {}
  const answer = await fetch(`${url}/api/slow-file`, { headers, signal: abort.signal })
  const { error } = answer.ok ? { error: undefined } : ((await answer.json()) as { error: string })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, error, retryAfter, leave: () => abort.abort() }
}
const readers = (count: number, person?: Person) => Promise.all(Array.from({ length: count }, () => read(person)))
const statuses = (list: Reader[]) => list.map(({ status }) => status)

test('limits the costly calls of one account, and frees a slot when a client disconnects', async () => {
  const [first, second] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const open = await readers(perCaller, first)
  expect(statuses(open)).toEqual(open.map(() => 200))
  expect(await read(first)).toMatchObject({ status: 429, error: 'core.tooManyAtOnce', retryAfter: '5' })
  const other = await read(second)
  expect(other.status).toBe(200)
  open[0]!.leave()
  await expect
    .poll(async () => {
      const again = await read(first)
      open.push(again)
      return again.status
    })
    .toBe(200)
  for (const reader of [...open, other]) reader.leave()
})

test('limits the costly calls of all callers together, and those without an account to half of it', async () => {
  const anonymous: Reader[] = []
  // Calls of the previous test may still be ending.
  const enter = async () => {
    const reader = await read()
    if (reader.status === 200) anonymous.push(reader)
    return anonymous.length
  }
  await expect.poll(enter).toBe(perCaller)
  const demo = await fetch(`${url}/api/slow-file`, { headers: { 'x-forwarded-for': '10.9.8.7' } })
  expect([demo.status, ((await demo.json()) as { error: string }).error]).toEqual([503, 'core.unavailable'])
  const people = await Promise.all([world.confirmedMerchant(), world.confirmedMerchant()])
  const open = [...(await readers(perCaller, people[0])), ...anonymous]
  expect(open).toHaveLength(perProcess)
  expect(await read(people[1])).toMatchObject({ status: 503, error: 'core.unavailable', retryAfter: '1' })
  for (const reader of open) reader.leave()
  await expect
    .poll(async () => {
      const again = await read(people[1])
      again.leave()
      return again.status
    })
    .toBe(200)
})

test('keeps the slot of a handler without a client until the handler ends', async () => {
  const person = await world.confirmedMerchant()
  const abort = new AbortController()
  const call = (signal?: AbortSignal) =>
    fetch(`${url}/api/slow-work`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      ...(signal && { signal }),
    })
  const left = call(abort.signal).catch(() => undefined)
  await expect.poll(() => begun).toBe(1)
  abort.abort()
  await left
  await pause(100)
  expect((await call()).status).toBe(429)
  expect(begun).toBe(1)
  working.resolve()
  working = Promise.withResolvers<void>()
  working.resolve()
  await expect.poll(async () => (await call()).status).toBe(200)
})

test('counts only calls whose body has the size of the budget, or no known size', async () => {
  const person = await world.confirmedMerchant()
  const send = (text: string, more: HeadersInit = {}) =>
    fetch(`${url}/api/sized-work`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...more },
      body: JSON.stringify({ text }),
    })
  const large = 'x'.repeat(1_000)
  const running = [send('a'), send('b'), send(large)]
  await expect.poll(() => sizedRunning).toBe(3)
  expect((await send(large)).status).toBe(429)
  expect((await send('c', { 'content-encoding': 'gzip' })).status).toBe(429)
  running.push(send('d'))
  await expect.poll(() => sizedRunning).toBe(4)
  sizedWork.resolve()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('frees the slot of a client that disconnects while the caller is determined', async () => {
  const person = await world.confirmedMerchant()
  for (let n = 0; n < perCaller; n++) await leaveDuringAuthorization(world, '/api/slow-file', person)
  const reader = await read(person)
  expect(reader.status).toBe(200)
  reader.leave()
})
