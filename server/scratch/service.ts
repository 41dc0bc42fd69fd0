import { hash } from 'node:crypto'
import { activation } from '#server/activation/table.ts'
import { wallet } from '#server/billing/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, inArray, isNotNull, lt, sql } from '#server/core/drizzle/orm.ts'
import { removalBatch } from '#server/core/jobs/retention-rule.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { type ShownOpening, sameVisitorHours } from '#shared/scratch/contract.ts'
import { claimItem, ownershipOf, transferItem } from './owner.ts'
import { type OwnerSecrets, ownerSecretsOf } from './owner-secrets.ts'
import { codeOpening, openingTotal } from './table.ts'

export { claimItem, type OwnerSecrets, ownerSecretsOf, ownershipOf, transferItem }

export type Opening = typeof codeOpening.$inferSelect
/** Who opens a code. `visitor`: see `ScanContext`; it changes every day. */
export type OpenedBy = { visitor: string; key?: string | undefined; country: string; city: string }
export type OpenedCode = { address: string; merchantId: string; orderId: string }

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, 16)
/** Different for each code, so that the openings of one visitor have nothing in common. */
const visitorOf = (address: string, visitor: string): Buffer => hashOf(`${address} ${visitor}`)
const keyOf = (address: string, key: string | undefined): Buffer | null =>
  key ? hashOf(`${address} key ${key}`) : null

/**
 * Opens a code, or returns its opening from before. Of simultaneous calls one inserts the row; the others wait for its
 * commit. `outcome` is `first` for a call that is sent again with its idempotency key, too.
 */
export async function openCode(
  tx: Tx,
  code: OpenedCode,
  { visitor, key, country, city }: OpenedBy,
): Promise<{ outcome: 'first' | 'own' | 'before'; opening: Opening }> {
  const [address, keyHash] = [code.address, keyOf(code.address, key)]
  const [opened] = await tx
    .insert(codeOpening)
    .values({ ...code, country, city, visitor: visitorOf(address, visitor), key: keyHash })
    .onConflictDoNothing()
    .returning()
  if (opened) {
    await tx
      .insert(openingTotal)
      .values({ orderId: code.orderId, merchantId: code.merchantId, opened: 1 })
      .onConflictDoUpdate({ target: openingTotal.orderId, set: { opened: sql`${openingTotal.opened} + 1` } })
    return { outcome: 'first', opening: opened }
  }
  const [opening] = await tx.select().from(codeOpening).where(eq(codeOpening.address, address))
  const isRepeated = keyHash !== null && opening!.key?.equals(keyHash) === true && isRecent(opening!)
  const outcome = isRepeated ? 'first' : isOwn(opening!, visitor) ? 'own' : 'before'
  return { outcome, opening: opening! }
}

const isRecent = ({ openedAt }: Opening): boolean => Date.now() - openedAt.getTime() < sameVisitorHours * 3_600_000

/** Whether the visitor of today has opened the code. */
const isOwn = (opening: Opening, visitor: string): boolean =>
  isRecent(opening) && opening.visitor?.equals(visitorOf(opening.address, visitor)) === true

/** An opening as shoppers see it. */
export function viewOpening(opening: Opening, visitor: string): ShownOpening {
  const { openedAt, country, city, claimedAt } = opening
  return {
    at: openedAt.toISOString(),
    country: country || null,
    city: city || null,
    isOwn: isOwn(opening, visitor),
    claimedAt: claimedAt?.toISOString() ?? null,
  }
}

/** A code, and whether it can be opened. */
export type OpenableCode = OpenedCode & { hasScratch: boolean; isActive: boolean }

/** Undefined for a code that does not exist. */
export async function findOpenable(tx: Tx, address: string): Promise<OpenableCode | undefined> {
  const isActive = sql<boolean>`exists (select from ${activation} where ${activation.address} = ${code.address})
    and not exists (select from ${wallet} where ${wallet.merchantId} = ${code.merchantId} and ${wallet.expiresAt} < now())`
  const { merchantId, orderId } = code
  const [found] = await tx
    .select({ address: code.address, merchantId, orderId, hasScratch: codeOrder.hasScratch, isActive })
    .from(code)
    .innerJoin(codeOrder, eq(codeOrder.id, code.orderId))
    .where(eq(code.address, address))
  return found
}

/** A code of the merchant with its opening; undefined if the merchant has no such code. */
export async function findOwnCode(tx: Tx, merchantId: string, address: string) {
  const { openedAt, claimedAt } = codeOpening
  const [found] = await tx
    .select({ hasScratch: codeOrder.hasScratch, openedAt, claimedAt })
    .from(code)
    .innerJoin(codeOrder, eq(codeOrder.id, code.orderId))
    .leftJoin(codeOpening, eq(codeOpening.address, code.address))
    .where(and(eq(code.merchantId, merchantId), eq(code.address, address)))
  return found
}

/** Codes with a scratch code among these, with their opening. */
export async function readOpenings(tx: Tx, addresses: readonly string[]): Promise<Map<string, Opening | null>> {
  const rows = await tx
    .select({ address: code.address, opening: codeOpening })
    .from(code)
    .innerJoin(codeOrder, and(eq(codeOrder.id, code.orderId), codeOrder.hasScratch))
    .leftJoin(codeOpening, eq(codeOpening.address, code.address))
    .where(inArray(code.address, [...addresses]))
  return new Map(rows.map(({ address, opening }) => [address, opening]))
}

/**
 * Removes place and visitor of old openings; their day stays, because later shoppers rely on it.
 *
 * @returns whether there are more
 */
export async function forgetOpeners(tx: Tx, before: Date): Promise<boolean> {
  const old = tx
    .select({ address: codeOpening.address })
    .from(codeOpening)
    .where(and(lt(codeOpening.openedAt, before), isNotNull(codeOpening.visitor)))
    .orderBy(codeOpening.openedAt)
    .limit(removalBatch)
  const emptied = { country: '', city: '', visitor: null, key: null }
  const { rowCount } = await tx.update(codeOpening).set(emptied).where(inArray(codeOpening.address, old))
  return rowCount === removalBatch
}
