import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createDailySaltReader } from './daily-salt.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  await world?.close()
})

const midnight = Date.UTC(2031, 4, 7)
const storedSalts = async () => (await world.database.query('select day, salt from daily_salt order by day')).rows

test('all processes share the salt of the day, and it is deleted on the next day [VD03]', async () => {
  let now = midnight - 1000
  const one = createDailySaltReader(world.services.db, () => now)
  const other = createDailySaltReader(world.services.db, () => now)
  const [mine, theirs] = await Promise.all([one(), other()])
  expect(mine).toHaveLength(64)
  expect(theirs).toEqual(mine)
  // Another process that starts in the middle of the day.
  expect(await createDailySaltReader(world.services.db, () => now)()).toEqual(mine)

  now = midnight
  const next = await other()
  expect(next).not.toEqual(mine)
  expect(await one()).toEqual(next)
  expect(await storedSalts()).toEqual([{ day: midnight / 86_400_000, salt: Buffer.from(next, 'hex') }])
})

test('keeps the salt when the database is unavailable for a moment [VD03]', async () => {
  let isDatabaseAway = true
  const { system } = world.services.db
  const salt = createDailySaltReader(
    { system: (run) => (isDatabaseAway ? Promise.reject(new Error('away')) : system(run)) },
    () => midnight + 86_400_000,
  )
  await expect(salt()).rejects.toThrow('away')
  isDatabaseAway = false
  expect(await salt()).toHaveLength(64)
})
