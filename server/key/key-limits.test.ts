import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiKey } from '#server/core/auth/api-key/format.ts'
import { demoHeader } from '#server/core/auth/callers.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { callWith, keyOf } from './key.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant()
})
afterAll(() => world.close())

test('counts the calls of a key on all routes together, and tells the limit in each answer', async () => {
  const { key } = await keyOf(world, person, ['sku:read'])
  const answers = [await callWith(world, `Bearer ${key}`), await callWith(world, `Bearer ${key}`, '/api/order')]
  answers.push(await callWith(world, `Bearer ${key}`, `/api/sku/${randomUUID()}`))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 404])
  expect(answers.map(({ headers }) => headers['ratelimit-policy'])).toEqual(Array(3).fill('"default";q=600;w=60'))
  expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
    expect.stringMatching(/^"default";r=599;t=\d+$/),
    expect.stringMatching(/^"default";r=598;t=\d+$/),
    expect.stringMatching(/^"default";r=597;t=\d+$/),
  ])
  for (let n = 3; n < 600; n++) await callWith(world, `Bearer ${key}`, '/api/order')
  const { statusCode, headers } = await callWith(world, `Bearer ${key}`)
  expect([statusCode, headers.ratelimit]).toEqual([429, expect.stringMatching(/^"default";r=0;t=\d+$/)])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  const { key: other } = await keyOf(world, person, ['sku:read'])
  expect((await callWith(world, `Bearer ${other}`)).statusCode).toBe(200)
  const { headers: ofPerson } = await callWith(world, `Bearer ${person.token}`)
  expect(ofPerson).not.toHaveProperty('ratelimit')
})

test('answers valid keys although their network sends too many wrong ones', async () => {
  const { key } = await keyOf(world, person, ['sku:read'])
  const remoteAddress = '198.51.100.7'
  const send = async (sent: string) => {
    const { statusCode } = await world.app.inject({
      url: '/api/sku',
      headers: { authorization: `Bearer ${sent}` },
      remoteAddress,
    })
    return statusCode
  }
  expect(await send(key)).toBe(200)
  for (let n = 0; n < 600; n++) expect(await send(newApiKey())).toBe(401)
  expect([await send(newApiKey()), await send(key)]).toEqual([429, 200])
})

test('rejects a key in a second header, in the URL, in a cookie or of another scheme', async () => {
  const { key } = await keyOf(world, person, ['sku:read'])
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as { port: number }
  const { request } = await import('node:http')
  const status = (headers: Record<string, string | string[]>, path = '/api/sku') =>
    new Promise((resolve, reject) => {
      request({ port, path, headers, host: '127.0.0.1' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
  const own = `Bearer ${key}`
  expect(await status({ authorization: own })).toBe(200)
  expect(await status({ authorization: own, cookie: 'assay-refresh=x; other=1' })).toBe(200)
  expect(await status({ authorization: [own, `Bearer ${person.token}`] })).toBe(401)
  expect(await status({ authorization: [`Bearer ${person.token}`, own] })).toBe(200)
  expect(await status({ authorization: [own, own] })).toBe(401)
  expect(await status({}, `/api/sku?key=${key}&access_token=${key}`)).toBe(401)
  expect(await status({ cookie: `key=${key}` })).toBe(401)
  expect(await status({ 'x-api-key': key })).toBe(401)
  expect(await status({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` })).toBe(401)
  expect(await status({ authorization: key })).toBe(401)
  expect(await status({ authorization: `bearer  ${key} ` })).toBe(200)
  expect(await status({ authorization: own, [demoHeader]: '1' })).toBe(404)
})
