import { randomBytes, randomUUID } from 'node:crypto'
import { SimulatedTag } from '#scripts/nfc/simulated-tag.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { PrintedCode, Product } from '#server/verify/verify.fixture.ts'
import { nfcContract, type TagKeys } from '#shared/nfc/contract.ts'

/** A UID that no other chip has. */
export const newUid = (): string => `04${randomBytes(6).toString('hex').toUpperCase()}`

/** A member of the merchant of a product. */
export const memberOf = (world: TestApp, { merchantId }: Product): Promise<Person> =>
  world.signUp({ merchantId, confirmed: true })

/** The order and the serial number of a code. */
export async function placeOf(
  world: TestApp,
  { address }: PrintedCode,
): Promise<{ orderId: string; serialNo: number }> {
  const { rows } = await world.database.query('select order_id, serial_no from code where address = $1', [address])
  return { orderId: rows[0].order_id, serialNo: rows[0].serial_no }
}

/** The data for an encoder as CSV, by serial number. */
export async function templatesOf(world: TestApp, person: Person, orderId: string): Promise<Map<number, string[]>> {
  const headers = { authorization: `Bearer ${person.token}` }
  const { body } = await world.app.inject({ url: `/api/nfc/order/${orderId}/templates`, headers })
  const rows = body.trimEnd().split('\r\n').slice(1)
  return new Map(rows.map((row) => row.split(',')).map(([serialNo, ...fields]) => [Number(serialNo), fields]))
}

/** Binds a new chip to a code by the calls of a merchant and an encoder. `template`: another code whose data are written by mistake. */
export async function tagOf(world: TestApp, person: Person, code: PrintedCode, template = code): Promise<SimulatedTag> {
  const { orderId, serialNo } = await placeOf(world, code)
  await world.database.query("update code_order set state = 'done' where id = $1", [orderId])
  const { tags } = await world.api(nfcContract, person).register({
    params: { id: orderId },
    body: { upload: randomUUID(), tags: [{ serial_no: serialNo, uid: newUid() }] },
  })
  const written = await placeOf(world, template)
  const [, ndef] = (await templatesOf(world, person, written.orderId)).get(written.serialNo)!
  return new SimulatedTag({ ...(tags[0] as TagKeys), ndef_hex: ndef! })
}
