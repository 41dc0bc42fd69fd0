import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { beginUpload } from './slow-upload.fixture.ts'

const databaseConnections = 2
let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections } })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

test('holds no database connection while the body of an upload is being received', async () => {
  const person = await world.confirmedMerchant()
  const uploads = await Promise.all(Array.from({ length: databaseConnections + 1 }, () => beginUpload(world, person)))
  // Sends calls until every upload waits for the rest of its body.
  for (let n = 0; n < 20; n++)
    await expect(world.api(mediaContract, person).list({ query: {} })).resolves.toMatchObject({ total: 0 })
  const { rows } = await world.database.query(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([{ open: 0 }])
  for (const { end } of uploads) end()
})
