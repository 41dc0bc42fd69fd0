import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { userContract } from '#shared/user/contract.ts'

// Two processes of one installation that share a database.
let database: TestDatabase
let here: TestApp
let there: TestApp
beforeAll(async () => {
  database = await cloneDatabase()
  here = await testApp({ database })
  there = await testApp({ database })
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await database.drop()
})

const me = (world: TestApp, person: Person) => world.api(authContract, person).me()
const rejected = { status: 401 }

test('returns the account of a token from memory, and from the database after a change', async () => {
  const person = await here.confirmedMerchant()
  const reads = vi.spyOn(here.services.db.read, 'select')
  await me(here, person)
  expect(reads).toHaveBeenCalled()
  reads.mockClear()
  for (let n = 0; n < 5; n++) await me(here, person)
  expect(reads).not.toHaveBeenCalled()
  reads.mockRestore()
})

test('applies a block immediately in the same process, and soon in another one', async () => {
  const [person, admin] = [await here.confirmedMerchant(), await here.admin()]
  await Promise.all([me(here, person), me(there, person)])
  await here.api(userContract, admin).switchBlocked({ params: { id: person.id }, body: {} })
  await expect(me(here, person)).rejects.toMatchObject(rejected)
  await vi.waitFor(() => expect(me(there, person)).rejects.toMatchObject(rejected))
})

test('reads the database and clears its cache when the listening connection is lost', async () => {
  const [person, other] = [await here.confirmedMerchant(), await here.confirmedMerchant()]
  await Promise.all([me(there, person), me(there, other)])
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'assay listen'`)
  await vi.waitFor(() => expect(there.services.events.isListening()).toBe(false))
  await database.query('update account set blocked = true where id = $1', [person.id])
  await expect(me(there, person)).rejects.toMatchObject(rejected)
  await vi.waitFor(() => expect(there.services.events.isListening()).toBe(true), 10_000)
  await expect(me(there, person)).rejects.toMatchObject(rejected)
  await me(there, other)
})
