import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { syncLimits } from '#shared/sync/limits.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.confirmedMerchant()
})
afterAll(() => world.close())

async function push(text: string) {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/sync/push',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync(text),
  })
  return { status: answer.statusCode, error: answer.json().error as string }
}

test('refuses nested JSON by its depth, before it is parsed', async () => {
  for (const text of ['['.repeat(syncLimits.pushBytes), '{"ops":'.repeat(50_000), `{"ops":[{"a":${'['.repeat(40)}`]) {
    expect(await push(text)).toEqual({ status: 400, error: 'core.tooDeep' })
  }
})

test('counts 512 kB after decompression', async () => {
  const padded = (bytes: number) => `{"words":"${'x'.repeat(bytes - 12)}"}`
  expect(await push(padded(syncLimits.pushBytes))).toEqual({ status: 400, error: 'core.invalid' })
  expect(await push(padded(syncLimits.pushBytes + 1))).toEqual({ status: 413, error: 'core.tooLarge' })
  expect(await push('['.repeat(10 * 1024 * 1024))).toEqual({ status: 413, error: 'core.tooLarge' })
})

test('refuses more values than a push can hold', async () => {
  expect(await push(`{"ops":[${'{},'.repeat(syncLimits.pushBytes / 4)}{}]}`)).toEqual({
    status: 400,
    error: 'core.tooMany',
  })
})
