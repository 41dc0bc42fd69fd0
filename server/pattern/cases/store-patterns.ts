import type { Tx } from '#server/core/db/database.ts'
import { and, asc, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { patternCase } from '#server/pattern/table.ts'
import { sku } from '#server/sku/table.ts'
import { patternFound } from '#shared/pattern/events.ts'
import { readEvidence } from './evidence.ts'
import { type FoundPattern, seenIn } from './found-pattern.ts'

/** A closed case is opened again only by this multiple of the evidence that it was closed with. */
const reopenRatio = 2
/** Open cases of a merchant. More would be a fault of the search, and nobody could decide them. */
const maxOpen = 500
const maxSerials = 5_000

type CaseRow = typeof patternCase.$inferSelect

/**
 * Stores what was found as cases: what is known already updates its open case, so a repeated search changes nothing. The caller
 * holds the lock of the job, so nobody else opens cases meanwhile.
 */
export async function storePatterns(tx: Tx, found: readonly FoundPattern[]): Promise<void> {
  const opened: CaseRow[] = []
  for (const one of found) {
    const known = await knownCases(tx, one)
    const current = known.find(({ state }) => state === 'open') ?? known[0]
    const whole = current ? joined(current, one) : one
    const row = current ? await refresh(tx, current, whole) : await open(tx, whole)
    if (row) opened.push(row)
    const parts = known.filter(({ id, state }) => state === 'open' && id !== current?.id).map(({ id }) => id)
    if (parts.length > 0) await tx.delete(patternCase).where(inArray(patternCase.id, parts))
  }
  await tellOpened(tx, opened)
}

/** Windows that overlap are one case. Of the other kinds, an order has one case. */
async function knownCases(tx: Tx, { orderId, kind, firstSerial, lastSerial }: FoundPattern): Promise<CaseRow[]> {
  const overlaps =
    kind === 'harvest'
      ? sql`${patternCase.firstSerial} <= ${lastSerial} and ${patternCase.lastSerial} >= ${firstSerial}`
      : undefined
  return tx
    .select()
    .from(patternCase)
    .where(and(eq(patternCase.orderId, orderId), eq(patternCase.kind, kind), overlaps))
    .orderBy(asc(patternCase.createdAt), asc(patternCase.id))
    .for('update')
}

function joined(known: CaseRow, found: FoundPattern): FoundPattern {
  const serials =
    found.serials &&
    [...new Set([...(known.serials ?? []), ...found.serials])].sort((a, b) => a - b).slice(0, maxSerials)
  return {
    ...found,
    serials,
    firstSerial: Math.min(known.firstSerial, found.firstSerial),
    lastSerial: Math.max(known.lastSerial, found.lastSerial),
    // One visitor opened other codes than the one before: the codes are counted together.
    strength: found.kind === 'labels' ? serials!.length : found.strength,
  }
}

async function open(tx: Tx, found: FoundPattern): Promise<CaseRow | undefined> {
  const ofMerchant = and(eq(patternCase.merchantId, found.merchantId), eq(patternCase.state, 'open'))
  if ((await tx.$count(patternCase, ofMerchant)) >= maxOpen) return undefined
  const { between: _, ...row } = found
  const evidence = await readEvidence(tx, found)
  const [stored] = await tx
    .insert(patternCase)
    .values({ ...row, evidence })
    .returning()
  return stored
}

/** @returns the case if it was opened again */
async function refresh(tx: Tx, known: CaseRow, found: FoundPattern): Promise<CaseRow | undefined> {
  const isClosed = known.state === 'closed'
  const needed = isClosed ? (known.closedStrength ?? known.strength) * reopenRatio : known.strength
  const isWider = found.firstSerial < known.firstSerial || found.lastSerial > known.lastSerial
  const isMore = isClosed ? found.strength >= needed : found.strength > needed || isWider
  if (!isMore) return undefined
  const { facts, firstSerial, lastSerial, serials } = found
  const strength = Math.max(found.strength, known.strength)
  const evidence = await readEvidence(tx, { ...found, between: found.between && widened(known, found.between) })
  const [stored] = await tx
    .update(patternCase)
    .set({
      ...{ facts, evidence, firstSerial, lastSerial, serials, strength, updatedAt: sql`now()` },
      ...(isClosed && { state: 'open' as const, reason: null, closedStrength: null }),
    })
    .where(eq(patternCase.id, known.id))
    .returning()
  return isClosed ? stored : undefined
}

/** The time of the scans of a case whose codes were found on several days. Its end is not included. */
function widened({ evidence: { firstAt, lastAt } }: CaseRow, { from, to }: { from: string; to: string }) {
  const first = Math.min(Date.parse(firstAt ?? from), Date.parse(from))
  const last = Math.max(lastAt ? Date.parse(lastAt) + 1000 : 0, Date.parse(to))
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() }
}

async function tellOpened(tx: Tx, rows: readonly CaseRow[]): Promise<void> {
  if (rows.length === 0) return
  const named = await tx
    .select({ id: sku.id, name: sku.name })
    .from(sku)
    .where(
      inArray(
        sku.id,
        rows.map(({ skuId }) => skuId),
      ),
    )
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  await emit(
    tx,
    patternFound,
    rows.map((row) => ({
      merchantId: row.merchantId,
      subject: row.id,
      data: { product: nameOf.get(row.skuId) ?? '', seen: seenIn(row) },
    })),
  )
}
