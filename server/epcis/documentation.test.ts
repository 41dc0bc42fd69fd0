import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { hasCommandPrograms, runCommands } from '#server/core/test/document-commands.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { record } from './epcis.fixture.ts'

let world: TestApp
let folder: string
beforeAll(async () => {
  world = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'assay-epcis-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasCommandPrograms)(
  'the commands of docs/epcis.md print the journey of a thing, and report an event',
  async () => {
    const person = await world.approvedMerchant({ credit: 10 })
    await enableFeatures(world, person, 'temperature')
    const orderId = await orderOf(world, person, await productOf(world, person), 2)
    await generate(world, orderId)
    const codes = await printedCodes(world, orderId)
    const { id: batchId } = await activate(world, person, codes)
    await activateWaitingBatch(world, batchId)
    await record(world, person, 'batch', batchId)
    const { id: shipmentId } = await ship(world, person, codes)
    await record(world, person, 'shipment', shipmentId)
    const { key } = await keyOf(world, person, ['events:read', 'events:write'])
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const stdout = await runCommands('docs/epcis.md', folder, { ASSAY_URL: url, ASSAY_KEY: key, EPC: codes[0]! })
    expect(stdout).toMatch(/\tshipping\t2\n.*\ncommissioning\nshipping\n"20.*"success": true.*\ntrue\nERP\n$/s)
  },
)
