import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { allRowsOf } from '#server/core/test/merchant-data.ts'
import { seedDemo } from '#server/core/test/seed.ts'
import { formContract } from '#shared/form/contract.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { packContract } from '#shared/pack/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await seedDemo(world)
})
afterAll(() => world.close())

test('seeds the demo merchant with forms, submissions in several states and shipments [FO01 SU01 LO01]', async () => {
  const forms = await world.api(formContract, undefined, { demo: true }).list({ query: { sort: 'name' } })
  expect(forms.rows.map(({ name, sections }) => [name, sections.length])).toEqual([
    ['Cold chain', 6],
    ['Tea harvest', 3],
  ])
  const { rows } = await world.api(submissionContract, undefined, { demo: true }).list({ query: { sort: 'custom_id' } })
  expect(rows.map(({ custom_id, points }) => [custom_id, ...points.map(({ state }) => state)])).toEqual([
    ['LOT-2026-041', 'complete', 'complete', 'complete'],
    ['LOT-2026-042', 'complete', 'partial', 'empty'],
    ['LOT-2026-043', 'empty', 'empty', 'empty'],
    ['SHIP-0031', 'complete', ...Array(5).fill('empty')],
  ])
  const shipments = await world.api(logisticContract, undefined, { demo: true }).list({ query: { sort: 'identifier' } })
  expect(shipments.rows.map(({ quantity, delivered_at }) => [quantity, delivered_at !== null])).toEqual([
    [10, true],
    [7, false],
    [4, false],
  ])
  const packages = await world.api(packContract, undefined, { demo: true }).list({ query: {} })
  expect(packages.rows.map(({ kind, quantity, pallet_id }) => [kind, quantity, pallet_id !== null]).sort()).toEqual([
    ['case', 3, false],
    ['case', 3, true],
    ['pallet', 3, false],
  ])
  expect(await brokenInvariants(world)).toEqual({})
})

test('changes nothing when it seeds again [FO01 SU01 LO01]', async () => {
  const { rows } = await world.database.query('select id from merchant where is_demo')
  const before = await allRowsOf(world, rows[0].id)
  await seedDemo(world)
  expect(await allRowsOf(world, rows[0].id)).toEqual(before)
})
