import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createThings, deviceOf, thingDomains } from '#server/sync/thing.fixture.ts'
import { type OpResult, syncContract } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'

export type SentOperation = Operation & { hash: string }
export let world: TestApp
export let person: Person
export let device: ReturnType<typeof deviceOf>

/** Starts the server with the entity of the tests, and gives each test of the file a new merchant with one device. */
export function setUpPush(): void {
  beforeAll(async () => {
    world = await testApp({ domains: thingDomains })
    await createThings(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await world.confirmedMerchant()
    device = deviceOf(person)
  })
}

export async function push(ops: { opId: string }[], by = person): Promise<OpResult[]> {
  return (await world.api(syncContract, by).push({ body: device.body(ops) })).results
}
export const statuses = (results: OpResult[]) =>
  results.map(({ status, code }) => (code ? `${status} ${code}` : status))

export async function effects(): Promise<string[]> {
  const { rows } = await world.database.query('select op_id from thing_effect where merchant_id = $1 order by place', [
    person.merchantId,
  ])
  return rows.map((row) => row.op_id)
}
export async function stored(id: string) {
  const { rows } = await world.database.query('select ver, fields from thing where id = $1', [id])
  return rows[0]
}
export const edit = ({ recordId, opId }: SentOperation, rest: Parameters<typeof device.op>[0]) =>
  device.op({ kind: 'update', recordId, deps: [opId], baseVer: 1, ...rest })
