import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectExactlyOnce, sendUntilAcknowledged } from '#server/core/test/exactly-once.ts'
import { type FieldDevice, fieldDevice } from '#server/core/test/field-device.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { killableServers } from '#server/core/test/process/killable-servers.ts'
import { domains } from '#server/domains.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { syncLedgerRetentionRule } from './retention/retention.ts'
import { createThings, thingDomain } from './thing.fixture.ts'

/** Each kill needs the start of a server. `npm run soak` has more kills. */
const kills = Number(process.env.SYNC_KILLS ?? 6)
/** Servers that run in parallel: while one starts, the others work. */
const lanes = 3
const longestMs = 200
const seed = Number(process.env.SYNC_MODEL_SEED ?? Date.now() % 2 ** 31)

let world: TestApp
let servers: Awaited<ReturnType<typeof killableServers>>
beforeAll(async () => {
  world = await testApp({ domains: [...domains, thingDomain] })
  await createThings(world)
  servers = await killableServers(world.database.url)
})
afterAll(async () => {
  await servers?.close()
  await world.close()
})

/** Treats all ledger entries as old. */
async function compactAll(): Promise<void> {
  const { hasMore } = await syncLedgerRetentionRule.remove!(world.services, new Date(Date.now() + 60_000), new Map())
  expect(hasMore).toBe(false)
}

test(`applies each operation once when the server is killed ${kills} times in pushes (seed ${seed}) [OF03]`, {
  timeout: 600_000,
}, async () => {
  const owner = await fieldMerchant(world)
  const form = await createForm(world, owner)
  const delays = fc.sample(fc.nat({ max: longestMs }), { numRuns: kills, seed })
  const devices: FieldDevice[] = []

  async function lane(mine: readonly number[]): Promise<void> {
    const person = await world.signUp({ role: 'dealer', merchantId: owner.merchantId!, confirmed: true })
    let url = ''
    const device = fieldDevice(person, form, () => url)
    devices.push(device)
    for (const delay of mine) {
      const server = await servers.start()
      url = server.url
      const killed = server.killAfterPush(delay)
      while (server.lives()) {
        await device.work()
        await device.sync()
      }
      await killed
      // Other devices push meanwhile, and this device repeats requests without a response.
      await compactAll()
    }
    url = (await servers.start()).url
    await sendUntilAcknowledged(device)
  }
  await Promise.all(
    Array.from({ length: lanes }, (_, place) => lane(delays.filter((_, kill) => kill % lanes === place))),
  )

  // Most kills interrupt a request; the others happen between two requests.
  expect(devices.reduce((sum, { broken }) => sum + broken.count, 0)).toBeGreaterThan(kills / 2)
  // The devices send everything again, as after a restore, and the ledger has most operations in its compact form only.
  await compactAll()
  expect((await world.database.query('select from sync_op_compact')).rowCount).toBeGreaterThan(0)
  await world.database.query('update merchant_seq set epoch = epoch + 1')
  for (const device of devices) await sendUntilAcknowledged(device)
  await expectExactlyOnce(world, devices)
})
