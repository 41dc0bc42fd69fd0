import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import { batchTree, commitBatch } from '#server/anchoring/service.ts'
import { asc, eq, sql } from '#server/core/drizzle/orm.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { scan } from '#server/scan/table.ts'

export type PrintedCode = {
  address: string
  printed: string
  secret: string
}
export type Product = {
  merchantId: string
  skuId: string
  batchId: string
  active: PrintedCode[]
  inactive: PrintedCode
}

/** The scans of a code in the order in which they were stored. */
export const storedScans = (test: TestApp, address: string) =>
  test.services.db.read.select().from(scan).where(eq(scan.address, address)).orderBy(asc(scan.at), sql`ctid`)

/** A brand with one SKU, three active codes in an anchored batch, and one inactive code. `facts` is the anchored payload. */
export async function product(
  test: TestApp,
  details: object = {},
  features: string[] = [],
  facts: object = { Material: 'Leather', Note: '</script><b>' },
): Promise<Product> {
  const { merchantId } = await test.approvedMerchant()
  const query = (text: string, values: unknown[]) => test.database.query(text, values)
  const [trademarkId, skuId, orderId, batchId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await query('update merchant set features = $2 where id = $1', [merchantId, features])
  await query(
    `insert into trademark (id, merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, $2, 'RIMBA', 'TM 1', 'Rimba', 'Kota Bharu', 'MY', 'Approved', '{}')`,
    [trademarkId, merchantId],
  )
  await query(
    "insert into sku (id, merchant_id, trademark_id, name, sku, details) values ($1, $2, $3, 'Bag', 'B1', $4)",
    [skuId, merchantId, trademarkId, details],
  )
  const prefix = randomBytes(5)
  await query(
    'insert into code_order (id, merchant_id, order_id, sku_id, quantity, prefix, generated, activated) values ($1, $2, $3, $4, 4, $5, 4, 3)',
    [orderId, merchantId, orderId.slice(0, 9), skuId, prefix],
  )
  const codes = Array.from({ length: 4 }, () =>
    printed(Buffer.concat([prefix, randomBytes(11)]), test.services.config.codeKey),
  )
  for (const [i, { address }] of codes.entries()) {
    await query('insert into code values ($1, $2, $3, $4)', [address, merchantId, orderId, i + 1])
  }
  const [inactive, ...active] = codes as [PrintedCode, ...PrintedCode[]]
  await query(
    "insert into activation_batch (id, merchant_id, identifier, quantity, state, addresses) values ($1, $2, 'A1', 3, 'done', $3)",
    [batchId, merchantId, active.map(({ address }) => address)],
  )
  for (const [idx, { address }] of active.entries()) {
    await query('insert into activation values ($1, $2, $3, $4)', [address, merchantId, batchId, idx])
  }
  const bytes = Buffer.from(JSON.stringify(facts))
  const digest = hash('sha256', bytes, 'buffer')
  await query('insert into payload (merchant_id, batch_id, sku_id, bytes, digest) values ($1, $2, $3, $4, $5)', [
    merchantId,
    batchId,
    skuId,
    bytes,
    digest,
  ])
  const addresses = Buffer.concat(active.map(({ address }) => Buffer.from(address.replaceAll('-', ''), 'hex')))
  const tree = batchTree(Buffer.concat(active.map(() => digest)), addresses)
  await test.services.db.system((tx) => commitBatch(tx, { ...tree, batchId, merchantId: merchantId! }))
  return { merchantId: merchantId!, skuId, batchId, active, inactive }
}

function printed(bytes: Buffer, codeKey: Buffer): PrintedCode {
  const hex = bytes.toString('hex')
  const address = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const mac = createHmac('sha256', codeKey).update(bytes).digest().subarray(0, 10)
  return { address, printed: base32(hex, 26), secret: base32(mac.toString('hex'), 16) }
}

/** Reimplemented, independent of the code under test: digits of the number in base 32, in Crockford's alphabet. */
function base32(hex: string, length: number): string {
  const digits = BigInt(`0x${hex}`).toString(32).padStart(length, '0')
  return [...digits].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(digit, 32)]).join('')
}
