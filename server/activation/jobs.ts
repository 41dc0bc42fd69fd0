import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { batchTree, commitBatch } from '#server/anchoring/service.ts'
import { currentMerchantKey } from '#server/business/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { secondPassCondition } from '#server/core/db/two-passes.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { defineOrphanedWorkCheck } from '#server/core/jobs/orphaned-work.ts'
import {
  type BlockCount,
  blockOf,
  countInBlocks,
  orderPrefixAt,
  ownSerialOf,
  printedAddress,
} from '#server/order/service.ts'
import { sharedFacts } from '#server/submission/service.ts'
import { logKeyName } from '#server/transparency/service.ts'
import { batchFailed, batchFinished } from '#shared/activation/events.ts'
import { type PayloadSubject, type SubmissionPayload, serializePayload } from '#shared/activation/payload.ts'
import { codeOffset, hasSerialSlot, payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { StoredFile } from '#shared/core/fields/fields.ts'
import { payload } from './table.ts'

type BatchRow = {
  merchant_id: string
  identifier: string
  state: string
  addresses: string
  certificates: string[]
  submission_id: string | null
  blocks: BlockCount[] | null
}
/** `addresses` contains 16 bytes per code, in the order of the leaves. */
type Batch = {
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
  sku_id: string
  sku_details: Record<string, unknown>
  certificates: unknown[]
  merchant: string
  trademark: string
  product: string
  sku: string
}
/** Number of codes by the prefix of their order, 10 hex digits. */
type Counts = ReadonlyMap<string, number>
/** Own serials by the hex digits of the address. */
type Serials = ReadonlyMap<string, string>

const addressBytes = 16
const digestBytes = 32

/**
 * Payloads, leaves, tree, states and the commitment of one batch in one transaction: a batch is either completely pending or
 * completely active, also after a kill at any moment.
 */
export const activateBatch = defineJob({
  name: 'activation.batch',
  schema: z.object({ batchId: z.uuid() }),
  async run({ batchId }, { services }) {
    await services.db.system(async (tx) => {
      const batch = await lockBatch(tx, batchId)
      if (!batch) return
      const { merchantId, addresses, identifier } = batch
      const counts = countByOrderPrefix(addresses)
      const { payloads, serials } = await writePayloads(tx, batch, counts, services.config.publicUrl)
      // PostgreSQL writes the rows while this process hashes the leaves.
      const [, tree] = await Promise.all([writeActivations(tx, batchId), treeOf(addresses, payloads, serials)])
      await commitBatch(tx, { ...tree, batchId, merchantId })
      // Late, because batches of one order or one merchant wait for each other here.
      await countActivated(tx, counts)
      await countInBlocks(tx, merchantId, batch.blocks ?? (await blocksOf(tx, batchId)))
      await tx.execute(sql`update activation_batch set state = 'done', finished_at = now() where id = ${batchId}`)
      await emit(tx, batchFinished, [{ merchantId, subject: batchId, data: { number: identifier } }])
      await services.events.publish(tx, merchantChannel(merchantId), 'activation', { id: batchId })
    })
  },
  async gaveUp({ batchId }, { services, failure }) {
    await services.db.system(async (tx) => {
      const { rows } = await tx.execute<{ merchant_id: string; number: string }>(sql`
        update activation_batch set state = 'failed', failure = ${failure}, finished_at = now()
        where id = ${batchId} and state in ('queued', 'running') returning merchant_id, identifier as number`)
      for (const { merchant_id, number } of rows) {
        await emit(tx, batchFailed, [{ merchantId: merchant_id, subject: batchId, data: { number } }])
        await services.events.publish(tx, merchantChannel(merchant_id), 'activation', { id: batchId })
      }
    })
  },
})

/** The batch of a run has no job of its own. */
export const failOrphanedBatches = defineOrphanedWorkCheck(activateBatch, {
  name: 'activation.lost-batch',
  field: 'batchId',
  open: sql`
    select b.id, b.created_at from activation_batch b where b.state in ('queued', 'running') and not exists (
      select from activation_run r where r.batch_id = b.id and r.state in ('queued', 'running'))`,
})

/** Returns undefined if the batch is missing, done or failed. */
async function lockBatch(tx: Tx, id: string): Promise<Batch | undefined> {
  const { rows } = await tx.execute<BatchRow>(sql`
    select merchant_id, identifier, state, translate(addresses::text, '{},-', '') as addresses, certificates,
      submission_id, blocks
    from activation_batch where id = ${id} for update`)
  const row = rows[0]
  if (!row || row.state === 'done' || row.state === 'failed') return undefined
  const { merchant_id: merchantId, identifier, addresses, certificates, submission_id: submissionId, blocks } = row
  return { id, merchantId, identifier, addresses: Buffer.from(addresses, 'hex'), certificates, submissionId, blocks }
}

function countByOrderPrefix(addresses: Buffer): Counts {
  const counts = new Map<string, number>()
  for (let at = 0; at < addresses.length; at += addressBytes) {
    const prefix = orderPrefixAt(addresses, at)
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return counts
}

async function writeActivations(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    insert into activation (address, merchant_id, batch_id, idx)
    select listed.address, b.merchant_id, b.id, listed.place - 1
    from activation_batch b, unnest(b.addresses) with ordinality listed (address, place)
    where b.id = ${batchId}
    order by ${sql.raw(secondPassCondition('listed.place - 1'))}, listed.place`)
}

async function countActivated(tx: Tx, counts: Counts): Promise<void> {
  await tx.execute(sql`
    update code_order o set activated = o.activated + counted.codes
    from unnest(${arrayText(counts.keys())}::text[], ${arrayText(counts.values())}::int[]) counted (prefix, codes)
    where o.prefix = decode(counted.prefix, 'hex')`)
}

/** The blocks of a batch that was not checked by a call of this version. */
async function blocksOf(tx: Tx, batchId: string): Promise<BlockCount[]> {
  const { rows } = await tx.execute<{ block: BlockCount }>(sql`
    select jsonb_build_array(c.order_id, ${blockOf(sql`c.serial_no`)}, count(*)) as block
    from activation_batch b, unnest(b.addresses) listed (address) join code c on c.address = listed.address
    where b.id = ${batchId} group by c.order_id, ${blockOf(sql`c.serial_no`)}`)
  return rows.map(({ block }) => block)
}

/** Writes one payload per product. Returns its text by order prefix, and the own serials that complete the texts. */
async function writePayloads(
  tx: Tx,
  batch: Batch,
  counts: Counts,
  publicUrl: string,
): Promise<{ payloads: Map<string, string>; serials: Serials }> {
  const { id: batchId, merchantId, identifier, certificates, submissionId } = batch
  const submission = submissionId === null ? undefined : await sharedFacts(tx, merchantId, submissionId)
  const { rows: orders } = await tx.execute<OrderPart>(sql`
    select encode(o.prefix, 'hex') as prefix, o.own_serials as own, o.sku_id, s.details as sku_details,
      m.name as merchant, t.registration_name as trademark, s.name as product, s.sku,
      (select coalesce(jsonb_agg(jsonb_build_object('hash', hash, 'ext', ext, 'name', name, 'mime', mime, 'size', size)
         order by created_at), '[]') from sku_certificate
       where sku_id = s.id and id = any(${uuidArray(certificates)}) and status = 'Approved') as certificates
    from unnest(${arrayText(counts.keys())}::text[]) listed (prefix)
    join code_order o on o.prefix = decode(listed.prefix, 'hex') and o.merchant_id = ${merchantId}
    join sku s on s.id = o.sku_id join trademark t on t.id = s.trademark_id join merchant m on m.id = s.merchant_id`)
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
  const payloads = new Map(
    orders.map((order) => {
      const serialBytes = withSerials.has(order.sku_id) ? longest : 0
      return [order.sku_id, payloadOf(order, { ...shared, serialBytes }, submission)]
    }),
  )
  await tx.insert(payload).values(
    [...payloads].map(([skuId, { text, rest }]) => {
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
  return { payloads: new Map(orders.map(({ prefix, sku_id }) => [prefix, payloads.get(sku_id)!.text])), serials }
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
async function treeOf(
  addresses: Buffer,
  payloadOfPrefix: ReadonlyMap<string, string>,
  serials: Serials,
): Promise<ReturnType<typeof batchTree>> {
  // Hashing blocks the event loop, so the query to PostgreSQL has to be sent before.
  await setImmediate()
  const count = addresses.length / addressBytes
  const digests = Buffer.allocUnsafe(count * digestBytes)
  /** The bytes of a payload with the last code of its order: only the letters of the code differ. */
  const payloads = new Map<string, Buffer>()
  for (let i = 0; i < count; i++) {
    const address = addresses.subarray(i * addressBytes, (i + 1) * addressBytes)
    const prefix = orderPrefixAt(addresses, i * addressBytes)
    const shared = payloadOfPrefix.get(prefix)!
    if (hasSerialSlot(shared)) {
      const hex = address.toString('hex')
      digests.write(hash('sha256', payloadOfCode(shared, hex, serials.get(hex)), 'binary'), i * digestBytes, 'binary')
      continue
    }
    let bytes = payloads.get(prefix)
    if (bytes) bytes.write(printedAddress(address), codeOffset, 'latin1')
    else {
      bytes = Buffer.from(payloadOfCode(shared, address.toString('hex')))
      payloads.set(prefix, bytes)
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
  order: OrderPart,
  { serialBytes, ...shared }: SharedSubject,
  submission: SubmissionPayload | undefined,
) {
  const { sku_details, sku_details_order, images } = Facts.parse(order.sku_details)
  const { merchant, trademark, product, sku } = order
  return serializePayload({
    about: { ...shared, merchant, trademark, product, sku },
    facts: sku_details,
    order: sku_details_order ?? Object.keys(sku_details),
    images,
    certificates: Certificates.parse(order.certificates),
    submission,
    serialBytes,
    sha256: (text) => hash('sha256', text),
  })
}
