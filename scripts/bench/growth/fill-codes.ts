import { hash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { closeEpoch } from '#server/anchoring/jobs/epoch.ts'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { batchTree } from '#server/anchoring/service.ts'
import { twoPassOrder } from '#server/core/db/two-passes.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import type { Services } from '#server/core/services.ts'
import { orderNumber, prefixBytes } from '#server/order/code.ts'
import { codeRows } from '#server/order/copy-rows.ts'
import { blockCodes } from '#server/order/service.ts'
import { type Copy, copyInto } from './copy-rows.ts'
import type { BenchMerchant } from './fill-catalogue.ts'
import {
  batchCodes,
  batchesOf,
  type GrowthSize,
  idOf,
  inactiveCodes,
  type PlannedOrder,
  plannedOrders,
} from './layout.ts'

const addressBytes = 16
/** Byte lengths in the binary rows of `codeRows`: the header, one row, and the offset of the address in a row. */
const copiedHead = 19
const copiedRow = 70
const copiedAddress = 6
const chunkCodes = 100_000

export type Connections = Record<'codes' | 'activations' | 'trees' | 'batches', pg.Client>

/**
 * Writes orders, codes and their activation: payloads, leaves and trees as the jobs write them, so that each code is
 * verified. Returns the addresses of the activated codes, 16 bytes each, batch after batch.
 */
export async function fillCodes(
  connections: Connections,
  owners: readonly BenchMerchant[],
  size: GrowthSize,
): Promise<Buffer> {
  const orders = plannedOrders(size)
  const prefixes = orders.map(() => randomBytes(prefixBytes))
  await insertOrders(connections.codes, orders, owners, prefixes)
  const { activations, trees, batches } = connections
  const copies = {
    activation: copyInto(activations, 'activation', ['address', 'merchant_id', 'batch_id', 'idx']),
    tree: copyInto(trees, 'anchor_commitment', [
      'kind',
      'batch_id',
      'merchant_id',
      'root',
      'size',
      'levels',
      'created_at',
    ]),
    batch: copyInto(batches, 'activation_batch', batchColumns),
  }
  const addresses = Buffer.allocUnsafe(batchesOf(size) * batchCodes * addressBytes)
  const payloads: object[] = []
  const startedAt = Date.now() - batchesOf(size) * 60_000
  for (const order of orders) {
    const { merchant, sku, firstBatch, batches: count } = order
    const own = await copyCodes(connections.codes, order, owners, prefixes[order.number]!)
    own.copy(addresses, firstBatch * batchCodes * addressBytes, 0, count * batchCodes * addressBytes)
    for (let n = 0; n < count; n++) {
      const flat = own.subarray(n * batchCodes * addressBytes, (n + 1) * batchCodes * addressBytes)
      const at = startedAt + (firstBatch + n) * 60_000
      const batch = { place: firstBatch + n, merchantId: owners[merchant]!.id, addresses: flat, at }
      const { bytes, digest } = payloadOf(batch.place)
      payloads.push({
        batch_id: idOf('batch', batch.place),
        sku_id: owners[merchant]!.skus[sku],
        bytes: bytes.toString('hex'),
      })
      await writeBatch(copies, batch, digest)
    }
  }
  await Promise.all(Object.values(copies).map((copy) => copy.end()))
  await insertPayloads(connections.codes, payloads)
  await countBlocks(connections.codes)
  return addresses
}

/** Anchors all batches in rounds and epochs of the maximum size. All of them are final. */
export async function anchorBatches({ db }: Services, client: pg.Client): Promise<void> {
  while (await db.system((tx) => closeRound(tx, 0)));
  while (await db.system((tx) => closeEpoch(tx, 0)));
  await client.query(
    `update anchor_job set state = 'FINAL', network = 'testnet', winner = encode(sha256(id::text::bytea), 'hex'), height = 1`,
  )
  // The length of a suffix from a batch root to a block of 2,000 transactions.
  await client.query(
    `update anchor_commitment set suffix = decode(repeat(md5(id::text), 38), 'hex') where kind = 'round'`,
  )
}

const orderColumns = `id uuid, merchant_id uuid, order_id text, sku_id uuid, quantity int, prefix text, activated int, at bigint`

async function insertOrders(
  client: pg.Client,
  orders: readonly PlannedOrder[],
  owners: readonly BenchMerchant[],
  prefixes: readonly Buffer[],
): Promise<void> {
  const rows = orders.map(({ number, merchant, sku, batches }) => ({
    id: idOf('order', number),
    merchant_id: owners[merchant]!.id,
    order_id: orderNumber(prefixes[number]!),
    sku_id: owners[merchant]!.skus[sku],
    quantity: batches * batchCodes + inactiveCodes,
    prefix: prefixes[number]!.toString('hex'),
    activated: batches * batchCodes,
    at: Date.now() - (orders.length - number) * 600_000,
  }))
  await client.query(
    `insert into code_order (id, merchant_id, order_id, sku_id, quantity, prefix, state, generated, activated, created_at,
       started_at, finished_at)
     select id, merchant_id, order_id, sku_id, quantity, decode(prefix, 'hex'), 'done', quantity, activated,
       to_timestamp(at / 1000), to_timestamp(at / 1000), to_timestamp(at / 1000)
     from jsonb_to_recordset($1::jsonb) as listed (${orderColumns})`,
    [JSON.stringify(rows)],
  )
}

/** Writes the codes of an order. Returns their addresses, in the order of serial numbers. */
async function copyCodes(
  client: pg.Client,
  { number, merchant, batches }: PlannedOrder,
  owners: readonly BenchMerchant[],
  prefix: Buffer,
): Promise<Buffer> {
  const quantity = batches * batchCodes + inactiveCodes
  const order = { merchantId: owners[merchant]!.id, orderId: idOf('order', number), prefix }
  const addresses = Buffer.allocUnsafe(quantity * addressBytes)
  for (let done = 0; done < quantity; done += chunkCodes) {
    const count = Math.min(chunkCodes, quantity - done)
    const rows = codeRows({ ...order, firstSerial: done + 1, count })
    for (let i = 0; i < count; i++) {
      const row = copiedHead + i * copiedRow
      const serial = rows.readInt32BE(row + copiedRow - 4)
      const from = row + copiedAddress
      rows.copy(addresses, (serial - 1) * addressBytes, from, from + addressBytes)
    }
    await pipeline(
      Readable.from([rows]),
      client.query(copyFrom('copy code (address, merchant_id, order_id, serial_no) from stdin (format binary)')),
    )
  }
  return addresses
}

type FilledBatch = { place: number; merchantId: string; addresses: Buffer; at: number }
const batchColumns = ['id', 'merchant_id', 'identifier', 'quantity', 'state', 'addresses', 'created_at', 'finished_at']

async function writeBatch(
  copies: Record<'activation' | 'tree' | 'batch', Copy>,
  { place, merchantId, addresses, at }: FilledBatch,
  digest: Buffer,
): Promise<void> {
  const id = uuidBytes(idOf('batch', place))
  const merchant = uuidBytes(merchantId)
  await copies.batch.row((row) => {
    row.bytes(id)
    row.bytes(merchant)
    row.text(randomUUID())
    row.int4(batchCodes)
    row.text('done')
    row.uuids(addresses)
    row.instant(at)
    row.instant(at)
  })
  for (const idx of twoPassOrder(batchCodes)) {
    const sent = copies.activation.row((row) => {
      row.bytes(addresses.subarray(idx * addressBytes, (idx + 1) * addressBytes))
      row.bytes(merchant)
      row.bytes(id)
      row.int4(idx)
    })
    if (sent) await sent
  }
  const { root, size, levels } = batchTree(Buffer.alloc(batchCodes * digest.length, digest), addresses)
  await copies.tree.row((row) => {
    row.text('batch')
    row.bytes(id)
    row.bytes(merchant)
    row.bytes(root)
    row.int4(size)
    row.bytes(levels)
    row.instant(at)
  })
}

/** A payload of average length, of the first version; each batch has its own. */
function payloadOf(batch: number): { bytes: Buffer; digest: Buffer } {
  const facts = { Origin: 'Pahang', Harvest: 'September 2026', Lot: `Lot ${batch}` }
  const image = { hash: hash('sha256', 'image', 'hex'), ext: '.png' as const }
  const certs = [{ ...image, name: 'iso-9001.png' }]
  const bytes = Buffer.from(JSON.stringify({ ...facts, certs, imgs: [image] }))
  return { bytes, digest: hash('sha256', bytes, 'buffer') }
}

async function insertPayloads(client: pg.Client, payloads: readonly object[]): Promise<void> {
  await client.query(
    `insert into payload (merchant_id, batch_id, sku_id, bytes, digest)
     select s.merchant_id, batch_id, sku_id, decode(bytes, 'hex'), sha256(decode(bytes, 'hex'))
     from jsonb_to_recordset($1::jsonb) as listed (batch_id uuid, sku_id uuid, bytes text) join sku s on s.id = sku_id`,
    [JSON.stringify(payloads)],
  )
}

/** The active codes of an order are its first ones. */
async function countBlocks(client: pg.Client): Promise<void> {
  await client.query(
    `insert into code_block (order_id, block, merchant_id, activated)
     select id, block, merchant_id, least($1, activated - block * $1)
     from code_order, generate_series(0, (activated - 1) / $1) as block where activated > 0
     on conflict do nothing`,
    [blockCodes],
  )
}
