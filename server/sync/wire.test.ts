import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectExactlyOnce, sendUntilAcknowledged } from '#server/core/test/exactly-once.ts'
import { fieldDevice } from '#server/core/test/field-device.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import {
  type ConnectionFault,
  connectionFaults,
  type FaultyTcpProxy,
  startFaultyTcpProxy,
} from '#server/core/test/network/faulty-tcp-proxy.ts'
import { domains } from '#server/domains.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { createThings, thingDomain } from './thing.fixture.ts'

/** How often each device tries to send its operations. */
const rounds = 40
const deviceCount = 2
const seed = Number(process.env.SYNC_MODEL_SEED ?? Date.now() % 2 ** 31)

/** A fault can happen anywhere from the first header to the middle of a chunk of a file. */
const bytes = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 60_000 }))
const torn: fc.Arbitrary<ConnectionFault> = fc.record({ kind: fc.constantFrom(...connectionFaults, 'none'), bytes })

let world: TestApp
let wire: FaultyTcpProxy
beforeAll(async () => {
  world = await testApp({ domains: [...domains, thingDomain] })
  await createThings(world)
  const target = await world.app.listen({ host: '127.0.0.1', port: 0 })
  wire = await startFaultyTcpProxy(target, fc.sample(torn, { numRuns: 2_000, seed }))
})
afterAll(async () => {
  await wire?.close()
  await world.close()
})

test(`applies each operation once when the network loses, repeats and cuts messages (seed ${seed}) [OF03]`, {
  timeout: 240_000,
}, async () => {
  const owner = await fieldMerchant(world)
  const form = await createForm(world, owner)
  const devices = await Promise.all(
    Array.from({ length: deviceCount }, async () => {
      const person = await world.signUp({ role: 'dealer', merchantId: owner.merchantId!, confirmed: true })
      return fieldDevice(person, form, () => wire.url)
    }),
  )
  await Promise.all(
    devices.map(async (device) => {
      for (let round = 0; round < rounds; round++) {
        await device.work()
        await device.sync()
      }
    }),
  )
  for (const kind of connectionFaults) expect(wire.counts[kind], kind).toBeGreaterThan(rounds / 10)
  wire.mend()
  for (const device of devices) await sendUntilAcknowledged(device)
  await expectExactlyOnce(world, devices)
})
