import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allSyncEntities } from '#server/app.ts'
import { expectExactlyOnce, sendUntilAcknowledged } from '#server/core/test/exactly-once.ts'
import { type FieldPhone, fieldPhone } from '#server/core/test/field-phone.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { killableServers } from '#server/core/test/process/killable-servers.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { createThings, thing } from './thing.fixture.ts'

/** Each costs the start of a server; `npm run soak` has more of them. */
const kills = Number(process.env.SYNC_KILLS ?? 12)
/** Servers side by side: while one starts, others are at work. */
const lanes = 3
const longestMs = 200
const seed = Number(process.env.SYNC_MODEL_SEED ?? Date.now() % 2 ** 31)

let world: TestApp
let servers: Awaited<ReturnType<typeof killableServers>>
beforeAll(async () => {
  world = await testApp({ syncEntities: [...allSyncEntities, thing] })
  await createThings(world)
  servers = await killableServers(world.database.url)
})
afterAll(async () => {
  await servers?.close()
  await world.close()
})

test(`OF03 a server killed ${kills} times while it stores what phones send: everything once, nothing lost (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const owner = await fieldMerchant(world)
  const form = await createForm(world, owner)
  const delays = fc.sample(fc.nat({ max: longestMs }), { numRuns: kills, seed })
  const phones: FieldPhone[] = []

  async function lane(mine: readonly number[]): Promise<void> {
    const person = await world.signUp({ role: 'dealer', merchantId: owner.merchantId!, confirmed: true })
    let url = ''
    const phone = fieldPhone(person, form, () => url)
    phones.push(phone)
    for (const delay of mine) {
      const server = await servers.start()
      url = server.url
      const killed = server.killAfterPush(delay)
      while (server.lives()) {
        await phone.work()
        await phone.drain()
      }
      await killed
    }
    url = (await servers.start()).url
    await sendUntilAcknowledged(phone)
  }
  await Promise.all(
    Array.from({ length: lanes }, (_, place) => lane(delays.filter((_, kill) => kill % lanes === place))),
  )

  // Most of the kills cut an exchange off; the others hit between two.
  expect(phones.reduce((sum, { broken }) => sum + broken.count, 0)).toBeGreaterThan(kills / 2)
  await expectExactlyOnce(world, phones)
})
