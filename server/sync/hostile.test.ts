import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.confirmedMerchant()
})
afterAll(() => world.close())

async function push(text: string, by = person, packed = gzipSync(text)) {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/sync/push',
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: packed,
  })
  return { status: answer.statusCode, error: answer.json().error as string }
}

test('rejects nested JSON by its depth before it is parsed', async () => {
  for (const text of ['['.repeat(syncLimits.pushBytes), '{"ops":'.repeat(50_000), `{"ops":[{"a":${'['.repeat(40)}`]) {
    expect(await push(text)).toEqual({ status: 400, error: 'core.tooDeep' })
  }
})

test('limits a push to 512 kB after decompression', async () => {
  const padded = (bytes: number) => `{"words":"${'x'.repeat(bytes - 12)}"}`
  expect(await push(padded(syncLimits.pushBytes))).toEqual({ status: 400, error: 'core.invalid' })
  expect(await push(padded(syncLimits.pushBytes + 1))).toEqual({ status: 413, error: 'core.tooLarge' })
  expect(await push(' '.repeat(10 * 1024 * 1024))).toEqual({ status: 413, error: 'core.tooLarge' })
  // Each chunk is checked when it arrives, so the depth is exceeded before the size.
  expect(await push('['.repeat(10 * 1024 * 1024))).toEqual({ status: 400, error: 'core.tooDeep' })
})

test('rejects more values than a push can contain', async () => {
  expect(await push(`{"ops":[${'{},'.repeat(syncLimits.pushBytes / 4)}{}]}`)).toEqual({
    status: 400,
    error: 'core.tooMany',
  })
})

test('rejects a push before decompression while the e-mail of the account is not confirmed', async () => {
  const newcomer = await world.signUp()
  const dealer = await world.signUp({ role: 'dealer', merchantId: newcomer.merchantId!, confirmed: false })
  const noGzip = Buffer.from('this is no gzip')
  for (const by of [newcomer, dealer]) {
    expect(await push('', by, noGzip)).toEqual({ status: 409, error: 'core.unconfirmed' })
    const upload = world.api(syncContract, by).putChunk({
      params: { sha256: '0'.repeat(64) },
      query: { offset: 0, size: 1 },
    })
    await expect(upload).rejects.toMatchObject({ code: 'core.unconfirmed' })
    expect((await world.api(syncContract, by).pull({ query: {} })).rows).toEqual([])
  }
  await world.database.query('update account set confirmed = true where id = $1', [newcomer.id])
  await expect.poll(() => push('', newcomer, noGzip)).toEqual({ status: 400, error: 'core.invalid' })
})

test('rejects an unconfirmed account with the request to confirm its e-mail, in both languages', () => {
  const problem = new Problem(coreProblems.unconfirmed)
  expect(problem.body('enUS', '').message).toMatch(/confirm your email/i)
  expect(problem.body('ruRU', '').message).toMatch(/подтвердите адрес электронной почты/i)
})
