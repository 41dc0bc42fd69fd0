import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { payload } from '#server/activation/table.ts'
import { batchTree } from '#server/anchoring/service.ts'
import { currentMerchantKey } from '#server/business/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type BlockCount, orderPrefixAt, ownSerialOf, printedAddress } from '#server/order/service.ts'
import { sharedFacts } from '#server/submission/service.ts'
import { shareFieldFiles } from '#server/sync/service.ts'
import { logKeyName } from '#server/transparency/service.ts'
import { type PayloadSubject, type SubmissionPayload, serializePayload } from '#shared/activation/payload.ts'
import { codeOffset, hasSerialSlot, payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { StoredFile } from '#shared/core/fields/fields.ts'

/** `addresses` contains 16 bytes per code, in the order of the leaves. */
export type WaitingBatch = {
  id: string
  merchantId: string
  /** The number that people see. */
  identifier: string
  addresses: Buffer
  certificates: readonly string[]
  submissionId: string | null
  /** As they were counted when the list was checked. */
  blocks: readonly BlockCount[] | null
}
type OrderPart = {
  prefix: string
  /** Whether the codes of the order have own serials. */
  own: boolean
  /** Null for blank codes. */
  sku_id: string | null
}
type ProductPart = {
  sku_id: string
  sku_details: Record<string, unknown>
  certificates: unknown[]
  merchant: string
  trademark: string
  product: string
  sku: string
}
/** Number of codes by the prefix of their order, 10 hex digits. */
export type Counts = ReadonlyMap<string, number>
/** Own serials by the hex digits of the address. */
type Serials = ReadonlyMap<string, string>
/** The products of blank codes by the hex digits of the address. */
type Products = ReadonlyMap<string, string>
/** What makes the payloads of the codes of a batch. */
export type Parts = {
  /** Texts by product. */
  texts: ReadonlyMap<string, string>
  /** Products by order prefix; null for blank codes. */
  products: ReadonlyMap<string, string | null>
  bound: Products
  serials: Serials
}

export const addressBytes = 16
const digestBytes = 32

/** Writes one payload per product. Returns its text, and what completes the texts of single codes. */
export async function writePayloads(tx: Tx, batch: WaitingBatch, counts: Counts, publicUrl: string): Promise<Parts> {
  const { id: batchId, merchantId, identifier, certificates, submissionId } = batch
  const submission = submissionId === null ? undefined : await sharedFacts(tx, merchantId, submissionId)
  const files = submission?.answers.flatMap((answer) => ('files' in answer ? answer.files : [])) ?? []
  await shareFieldFiles(
    tx,
    merchantId,
    files.map((file) => file.hash),
  )
  const { rows: orders } = await tx.execute<OrderPart>(sql`
    select encode(o.prefix, 'hex') as prefix, o.own_serials as own, o.sku_id
    from unnest(${arrayText(counts.keys())}::text[]) listed (prefix)
    join code_order o on o.prefix = decode(listed.prefix, 'hex') and o.merchant_id = ${merchantId}`)
  const bound = orders.some(({ sku_id }) => sku_id === null) ? await boundProductsOf(tx, batchId) : new Map()
  const skuIds = new Set([...orders.flatMap(({ sku_id }) => sku_id ?? []), ...bound.values()])
  const { rows: products } = await tx.execute<ProductPart>(sql`
    select s.id as sku_id, s.details as sku_details,
      m.name as merchant, t.registration_name as trademark, s.name as product, s.sku,
      (select coalesce(jsonb_agg(jsonb_build_object('hash', hash, 'ext', ext, 'name', name, 'mime', mime, 'size', size)
         order by created_at), '[]') from sku_certificate
       where sku_id = s.id and id = any(${uuidArray(certificates)}) and status = 'Approved') as certificates
    from sku s join trademark t on t.id = s.trademark_id join merchant m on m.id = s.merchant_id
    where s.id = any(${uuidArray([...skuIds])}) and s.merchant_id = ${merchantId}`)
  const shared = {
    batch: identifier,
    time: new Date().toISOString(),
    keys: `${publicUrl}/log/keys`,
    log: await logKeyName(tx),
    merchantKey: await currentMerchantKey(tx, merchantId),
  }
  const serials = orders.some(({ own }) => own) ? await serialsOf(tx, batchId) : new Map<string, string>()
  const withSerials = new Set(orders.filter(({ own }) => own).map(({ sku_id }) => sku_id))
  const longest = longestOf(serials.values())
  const payloads = products.map((part) => {
    const serialBytes = withSerials.has(part.sku_id) ? longest : 0
    return { skuId: part.sku_id, ...payloadOf(part, { ...shared, serialBytes }, submission) }
  })
  await tx.insert(payload).values(
    payloads.map(({ skuId, text, rest }) => {
      const bytes = Buffer.from(text)
      return {
        merchantId,
        batchId,
        skuId,
        bytes,
        digest: sql`sha256(${bytes})` as never,
        rest: rest === undefined ? null : Buffer.from(rest),
      }
    }),
  )
  return {
    texts: new Map(payloads.map(({ skuId, text }) => [skuId, text])),
    products: new Map(orders.map(({ prefix, sku_id }) => [prefix, sku_id])),
    bound,
    serials,
  }
}

/** The products of the blank codes of a batch, by address. */
async function boundProductsOf(tx: Tx, batchId: string): Promise<Products> {
  const { rows } = await tx.execute<{ address: string; sku_id: string }>(sql`
    select replace(b.address::text, '-', '') as address, b.sku_id
    from activation_batch listed, unnest(listed.addresses) asked (address) join code_binding b on b.address = asked.address
    where listed.id = ${batchId}`)
  return new Map(rows.map(({ address, sku_id }) => [address, sku_id]))
}

/** The own serials of a batch, by address. */
async function serialsOf(tx: Tx, batchId: string): Promise<Serials> {
  const { rows } = await tx.execute<{ address: string; serial: string }>(sql`
    select replace(c.address::text, '-', '') as address, ${sql.raw(ownSerialOf('c', 'o'))} as serial
    from activation_batch b, unnest(b.addresses) listed (address)
    join lateral (select * from code where address = listed.address offset 0) c on true
    join code_order o on o.id = c.order_id
    where b.id = ${batchId} and o.own_serials`)
  return new Map(rows.map(({ address, serial }) => [address, serial]))
}

/** The bytes of the longest text in JSON. */
function longestOf(serials: Iterable<string>): number {
  let longest = 0
  for (const serial of serials) longest = Math.max(longest, Buffer.byteLength(JSON.stringify(serial)))
  return longest
}

/** Every leaf combines the digest of its own payload, which names its code, with its address. */
export async function treeOf(
  addresses: Buffer,
  { texts, products, bound, serials }: Parts,
): Promise<ReturnType<typeof batchTree>> {
  // Hashing blocks the event loop, so the query to PostgreSQL has to be sent before.
  await setImmediate()
  const count = addresses.length / addressBytes
  const digests = Buffer.allocUnsafe(count * digestBytes)
  /** The bytes of a payload with the last code of its order and product: only the letters of the code differ. */
  const payloads = new Map<string, Buffer>()
  for (let i = 0; i < count; i++) {
    const address = addresses.subarray(i * addressBytes, (i + 1) * addressBytes)
    const prefix = orderPrefixAt(addresses, i * addressBytes)
    const ofOrder = products.get(prefix)
    const skuId = ofOrder ?? bound.get(address.toString('hex'))!
    const shared = texts.get(skuId)!
    if (hasSerialSlot(shared)) {
      const hex = address.toString('hex')
      digests.write(hash('sha256', payloadOfCode(shared, hex, serials.get(hex)), 'binary'), i * digestBytes, 'binary')
      continue
    }
    const key = ofOrder ? prefix : prefix + skuId
    let bytes = payloads.get(key)
    if (bytes) bytes.write(printedAddress(address), codeOffset, 'latin1')
    else {
      bytes = Buffer.from(payloadOfCode(shared, address.toString('hex')))
      payloads.set(key, bytes)
    }
    digests.write(hash('sha256', bytes, 'binary'), i * digestBytes, 'binary')
  }
  return batchTree(digests, addresses)
}

const Facts = z.object({
  sku_details: z.record(z.string(), z.string()).catch({}),
  sku_details_order: z.array(z.string()).optional(),
  images: z.array(StoredFile.pick({ hash: true, ext: true })).catch([]),
})
const Certificates = z.array(StoredFile.pick({ hash: true, ext: true, name: true })).catch([])

type SharedSubject = Pick<PayloadSubject, 'batch' | 'time' | 'keys' | 'log' | 'merchantKey'> & { serialBytes: number }

function payloadOf(
  part: ProductPart,
  { serialBytes, ...shared }: SharedSubject,
  submission: SubmissionPayload | undefined,
) {
  const { sku_details, sku_details_order, images } = Facts.parse(part.sku_details)
  const { merchant, trademark, product, sku } = part
  return serializePayload({
    about: { ...shared, merchant, trademark, product, sku },
    facts: sku_details,
    order: sku_details_order ?? Object.keys(sku_details),
    images,
    certificates: Certificates.parse(part.certificates),
    submission,
    serialBytes,
    sha256: (text) => hash('sha256', text),
  })
}
