import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections: 4 } })
})
afterAll(() => world.close())

const signIn = (identifier: string) =>
  world.app.inject({
    method: 'POST',
    url: '/api/auth/local',
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.1`,
    payload: { identifier, password: 'Wrong-pass-1' },
  })

test('rejects sign-ins when too many wait, holds no transaction, and does not delay other calls', async () => {
  const person = await world.confirmedMerchant()
  let isOver = false
  const flood = Promise.all(Array.from({ length: 150 }, (_, n) => signIn(`nobody-${n}@example.com`))).finally(() => {
    isOver = true
  })
  let most = 0
  let answered = 0
  while (!isOver) {
    const { rows } = await world.database.query(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'assay' and state = 'idle in transaction'`)
    most = Math.max(most, rows[0].n)
    expect((await world.api(authContract, person).me()).email).toBe(person.email)
    answered++
    // So that the calls stay below the limit of one account.
    await pause(20)
  }
  expect(most).toBe(0)
  expect(answered).toBeGreaterThan(3)
  const answers = await flood
  const rejected = answers.filter(({ statusCode }) => statusCode === 503)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400, 503]))
  expect(rejected.every(({ headers }) => headers['retry-after'] === '1')).toBe(true)
  expect(rejected.length).toBeGreaterThan(0)
  await world.api(authContract).signIn({ body: { identifier: person.email, password: testPassword } })
})
