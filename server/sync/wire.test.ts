import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allSyncEntities } from '#server/app.ts'
import { expectExactlyOnce, sendUntilAcknowledged } from '#server/core/test/exactly-once.ts'
import { fieldPhone } from '#server/core/test/field-phone.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import {
  type ConnectionFault,
  connectionFaults,
  type FaultyTcpProxy,
  startFaultyTcpProxy,
} from '#server/core/test/network/faulty-tcp-proxy.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { createThings, thing } from './thing.fixture.ts'

/** Attempts of each phone to send what it has. */
const rounds = 40
const phones = 2
const seed = Number(process.env.SYNC_MODEL_SEED ?? Date.now() % 2 ** 31)

/** Cuts fall anywhere from the first header to the middle of a piece of a file. */
const bytes = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 60_000 }))
const torn: fc.Arbitrary<ConnectionFault> = fc.record({ tear: fc.constantFrom(...connectionFaults, 'none'), bytes })

let world: TestApp
let wire: FaultyTcpProxy
beforeAll(async () => {
  world = await testApp({ syncEntities: [...allSyncEntities, thing] })
  await createThings(world)
  const target = await world.app.listen({ host: '127.0.0.1', port: 0 })
  wire = await startFaultyTcpProxy(target, fc.sample(torn, { numRuns: 2_000, seed }))
})
afterAll(async () => {
  await wire?.close()
  await world.close()
})

test(`OF03 a network that loses answers, doubles requests and cuts both in the middle: everything once (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  const owner = await fieldMerchant(world)
  const form = await createForm(world, owner)
  const field = await Promise.all(
    Array.from({ length: phones }, async () => {
      const person = await world.signUp({ role: 'dealer', merchantId: owner.merchantId!, confirmed: true })
      return fieldPhone(person, form, () => wire.url)
    }),
  )
  await Promise.all(
    field.map(async (phone) => {
      for (let round = 0; round < rounds; round++) {
        await phone.work()
        await phone.drain()
      }
    }),
  )
  for (const tear of connectionFaults) expect(wire.counts[tear], tear).toBeGreaterThan(rounds / 10)
  wire.mend()
  for (const phone of field) await sendUntilAcknowledged(phone)
  await expectExactlyOnce(world, field)
})
