import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { callBudgets } from '#shared/core/limits/call-budgets.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { beginUpload, type SlowUpload } from './slow-upload.fixture.ts'

const { perCaller, perNetwork, perProcess } = callBudgets.uploads
let world: TestApp
const open: SlowUpload[] = []
beforeAll(async () => {
  world = await testApp()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())
/** The slot of an aborted upload is free when its connection has ended. */
afterEach(async () => {
  for (const { end } of open.splice(0)) end()
  await expect
    .poll(() => new Promise((resolve) => world.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0)
})

type Where = Parameters<typeof beginUpload>[2]

/**
 * Starts uploads and returns the server's response to one more. The started uploads wait for the rest of their bodies.
 */
async function begin(person: Person, count: number, where?: Where): Promise<void> {
  for (let n = 0; n < count; n++) open.push(await beginUpload(world, person, where))
  await world.api(mediaContract, person).list({ query: {} })
}
async function oneMore(person: Person, where?: Where) {
  const upload = await beginUpload(world, person, where)
  open.push(upload)
  return upload.answered
}
const waits = async (person: Person, where?: Where) => {
  const upload = await beginUpload(world, person, where)
  open.push(upload)
  return Promise.race([upload.answered, new Promise((resolve) => setTimeout(() => resolve('waits'), 300))])
}
const rejection = { status: 429, retryAfter: '5' }

test('allows an account four uploads at once, and rejects the fifth before it reads its body', async () => {
  const [person, colleague] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const piece = `/api/sync/blobs/${'a'.repeat(64)}?offset=0&size=100000`
  await begin(person, 1)
  await begin(person, 1, { path: '/api/uploads/bulk' })
  await begin(person, 1, { path: piece, method: 'PUT', type: 'application/octet-stream' })
  await begin(person, perCaller - 3, { path: '/api/sku/bulk', type: 'application/json' })
  expect(await oneMore(person)).toEqual(rejection)
  expect(await oneMore(person, { address: '198.51.100.1' })).toEqual(rejection)
  expect(await oneMore(person, { path: piece, method: 'PUT', type: 'application/octet-stream' })).toEqual(rejection)
  expect(await waits(colleague, { address: '198.51.100.1' })).toBe('waits')
  open.shift()!.end()
  await expect.poll(() => waits(person)).toBe('waits')
})

test('allows a network eight uploads at once, for any accounts, and the process twenty-four', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => world.confirmedMerchant()))
  for (const [place, person] of people.slice(0, 6).entries()) {
    await begin(person, perCaller, { address: `203.0.${place >> 1}.${place + 1}` })
  }
  expect(open).toHaveLength(perProcess)
  expect(perCaller * 2).toBe(perNetwork)
  expect(await oneMore(people[6]!, { address: '203.0.0.200' })).toEqual(rejection)
  expect(await oneMore(people[6]!, { address: '203.0.9.1' })).toEqual({ status: 503, retryAfter: '1' })
})
