import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { and, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { PgColumn } from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { type Order, orderProblems } from '#shared/order/contract.ts'
import { formatAddress, parseCode, type ScannedCode } from '#shared/verify/code/code.ts'
import { withSwappedYZ } from '#shared/verify/code/keyboard-layout.ts'
import {
  codeKeyOf,
  codeUrl,
  orderNumber,
  prefixBytes,
  printedAddress,
  printedOrigin,
  printedScratchCode,
  printedSecret,
  scratchKeyOf,
  secretLetters,
} from './code.ts'
import { type CodeGiver, createCodeAdmission } from './codes/admission.ts'
import { mainProductOf, productOf, productsOfOrders, skuById, skuOf } from './codes/product.ts'
import { listProblem, readList } from './codes/read-list.ts'
import { type LetterRange, typoFinder } from './mistyped-code.ts'
import { findSerialHits, ownSerialOf, withOwnSerials } from './serials/find.ts'
import { codeOrder } from './table.ts'

export {
  type CodeGiver,
  createCodeAdmission,
  findSerialHits,
  listProblem,
  mainProductOf,
  ownSerialOf,
  printedAddress,
  productOf,
  productsOfOrders,
  readList,
  skuById,
  skuOf,
  withOwnSerials,
}

/** A random number for people. */
export const randomNumber = (): string => orderNumber(randomBytes(prefixBytes))

/** What all links of an order have: the custom domain and the GTIN, if it has them. */
export type PrintedLink = Pick<Order, 'host' | 'gtin'>

/** Returns a function that gives the content of the QR code of an address of an order. */
export function createCodePrinter({
  codeKey,
  publicUrl,
}: Pick<Config, 'codeKey' | 'publicUrl'>): (uuid: string, link?: PrintedLink) => string {
  const key = codeKeyOf(codeKey)
  const ownOrigin = printedOrigin(publicUrl)
  return (uuid, { host, gtin } = { host: null, gtin: null }) =>
    codeUrl(host === null ? ownOrigin : printedOrigin(publicUrl, host), key, uuidBytes(uuid), gtin)
}

/** Returns a function that gives the printed secret of an address. */
export function createSecretPrinter({ codeKey }: Pick<Config, 'codeKey'>): (uuid: string) => string {
  const key = codeKeyOf(codeKey)
  return (uuid) => printedSecret(key, uuidBytes(uuid))
}

/** Returns a function that gives the scratch code of an address. */
export function createScratchPrinter({ codeKey }: Pick<Config, 'codeKey'>): (uuid: string) => string {
  const key = scratchKeyOf(codeKey)
  return (uuid) => printedScratchCode(key, uuidBytes(uuid))
}

/** Returns a function that checks whether a whole scratch code belongs to an address, in constant time. */
export function createScratchCheck(config: Pick<Config, 'codeKey'>): (address: string, scratchCode: string) => boolean {
  const print = createScratchPrinter(config)
  return (address, scratchCode) => timingSafeEqual(Buffer.from(print(address)), Buffer.from(scratchCode))
}

/** The hex digits of the order prefix: the first 5 bytes of an address in PostgreSQL's notation. */
export const orderPrefixOf = (uuid: string): string => uuid.slice(0, 8) + uuid.slice(9, 11)

/** The same for one of many addresses of 16 bytes each. */
export const orderPrefixAt = (addresses: Buffer, at: number): string => addresses.toString('hex', at, at + prefixBytes)

/** Returns a function that checks whether a printed secret belongs to an address, in constant time. */
export function createSecretCheck(codeKey: Uint8Array): (address: string, secret: string) => boolean {
  const key = codeKeyOf(codeKey)
  const [expected, given] = [Buffer.alloc(secretLetters), Buffer.alloc(secretLetters)]
  return (address, secret) => {
    // Letters of more than one byte would leave part of the previous secret in the buffer.
    if (secret.length !== secretLetters || given.write(secret) !== secretLetters) return false
    expected.write(printedSecret(key, uuidBytes(address)))
    return timingSafeEqual(given, expected)
  }
}

/** Returns a function that finds a typing error in the 42 letters of a code. It takes about 3 ms when there is none. */
export const createTypoFinder = (codeKey: Uint8Array): ((letters: string) => LetterRange | undefined) =>
  typoFinder(codeKeyOf(codeKey))

/** A code of a list. `hasSecret`: whether its secret is valid; undefined if the list contains no secret. */
export type ListedCode = {
  address: string
  hasSecret: boolean | undefined
  /** The text is an own serial of several products. */
  isAmbiguous?: true
}

/**
 * Returns a function that checks the secret of a code. If it is wrong, the letters Y and Z may have each other's place, because
 * a scanner was used with a German keyboard: then the code that is printed is returned.
 */
export function createCodeCheck(codeKey: Uint8Array): (code: ScannedCode) => { address: string; hasSecret: boolean } {
  const hasValidSecret = createSecretCheck(codeKey)
  return ({ address, secret = '' }) => {
    if (hasValidSecret(address, secret)) return { address, hasSecret: true }
    const printed = parseCode(withSwappedYZ(formatAddress(address) + secret))
    const isPrinted = printed?.secret !== undefined && hasValidSecret(printed.address, printed.secret)
    return isPrinted ? { address: printed.address, hasSecret: true } : { address, hasSecret: false }
  }
}

/** Reads printed codes and checks their secrets. */
export function createCodeReader(codeKey: Uint8Array): (text: string) => ListedCode | undefined {
  const checkCode = createCodeCheck(codeKey)
  return (text) => {
    const read = parseCode(text)
    if (!read) return undefined
    return read.secret === undefined ? { address: read.address, hasSecret: undefined } : checkCode(read)
  }
}

/** Orders with their products. The caller adds the condition for the merchant. */
export function selectOrders(tx: Tx) {
  return tx
    .select({ row: codeOrder, product: { name: sku.name, sku: sku.sku } })
    .from(codeOrder)
    .leftJoin(sku, and(eq(sku.merchantId, codeOrder.merchantId), eq(sku.id, codeOrder.skuId)))
    .$dynamic()
}

/** An order of this merchant. Orders of other merchants are not found. */
export async function findOrder(tx: Tx, merchantId: string, id: string): Promise<Order> {
  const [found] = await selectOrders(tx).where(and(eq(codeOrder.merchantId, merchantId), eq(codeOrder.id, id)))
  if (!found) throw new Problem(orderProblems.notFound)
  return orderView(found)
}

type OrderRow = { row: typeof codeOrder.$inferSelect; product: { name: string; sku: string } | null }

export function orderView({ row, product }: OrderRow): Order {
  const { id, orderId, skuId, quantity, generated, activated, state, failure, note, createdAt, finishedAt } = row
  const { hasScratch: scratch, ownSerials, collected, gtin, host } = row
  return {
    id,
    order_id: orderId,
    skuId,
    sku: product,
    quantity,
    generated,
    activated,
    state,
    failure,
    note,
    scratch,
    ownSerials,
    collected,
    link: gtin === null ? 'assay' : 'gs1',
    gtin,
    host,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Serial numbers per block of an order: 1 to 5,000, 5,001 to 10,000, and so on. */
export const blockCodes = 5000

/** The number of codes of a list in one block of an order. */
export type BlockCount = [orderId: string, block: number, codes: number]

/** The block of a serial number, counted from 0. */
export const blockOf = (serialNo: SQL): SQL => sql`(${serialNo} - 1) / ${sql.raw(String(blockCodes))}`

/** Counts activated codes, in the transaction that activates them. Batches that write the same blocks do so in one order. */
export async function countInBlocks(tx: Tx, merchantId: string, counts: readonly BlockCount[]): Promise<void> {
  await tx.execute(sql`
    insert into code_block as known (order_id, block, merchant_id, activated)
    select (c ->> 0)::uuid, (c ->> 1)::int, ${merchantId}::uuid, (c ->> 2)::int
    from jsonb_array_elements(${JSON.stringify(counts)}::jsonb) c order by 1, 2
    on conflict (order_id, block) do update set activated = known.activated + excluded.activated`)
}

export type CodeState = 'all' | 'active' | 'inactive'
/** Serial numbers, both included, of which at least one may have the state. `certain`: the number of codes with it, if it is known. */
export type SerialRange = { first: number; last: number; certain: number | undefined }

/**
 * The ranges that can contain codes of a state, in ascending order. Blocks without such codes are skipped, so that a few codes are
 * found in an order of millions without reading it. Orders whose activations were not counted completely are returned whole, without
 * the blocks that are full.
 */
export async function rangesOfState(
  tx: Tx,
  { id, generated, activated }: Pick<Order, 'id' | 'generated' | 'activated'>,
  state: CodeState,
  from = 1,
): Promise<SerialRange[]> {
  if (from > generated) return []
  if (state === 'all') return [{ first: from, last: generated, certain: generated - from + 1 }]
  const { rows } = await tx.execute<{ block: number; activated: number }>(
    sql`select block, activated from code_block where order_id = ${id}`,
  )
  const counted = new Map(rows.map((row) => [row.block, row.activated]))
  const isComplete = rows.reduce((sum, row) => sum + row.activated, 0) === activated
  const ranges: SerialRange[] = []
  for (let start = Math.floor((from - 1) / blockCodes) * blockCodes; start < generated; start += blockCodes) {
    const last = Math.min(start + blockCodes, generated)
    const active = counted.get(start / blockCodes) ?? 0
    const found = state === 'active' ? active : last - start - active
    if (found === 0 && (isComplete || state === 'inactive')) continue
    const isWhole = from <= start + 1
    ranges.push({ first: Math.max(from, start + 1), last, certain: isComplete && isWhole ? found : undefined })
  }
  return ranges
}

/**
 * SQL text of the condition that a code is active; `address` is the name of a column. `offset 0` keeps one index lookup for each
 * code, with any statistics.
 */
export const isActivated = (address: string): string =>
  `exists (select from activation a where a.address = ${address} offset 0)`

/** The problem for a call that asks for more codes of a state than there are. */
export const tooManyOfState: Record<CodeState, ProblemKind> = {
  all: orderProblems.tooMany,
  active: orderProblems.tooManyActive,
  inactive: orderProblems.tooManyInactive,
}

/** The condition that codes were ordered for a product. */
export const usesSku = (sku: { merchantId: PgColumn; id: PgColumn }): SQL =>
  sql`exists (select 1 from ${codeOrder} where ${codeOrder.merchantId} = ${sku.merchantId} and ${codeOrder.skuId} = ${sku.id})`
