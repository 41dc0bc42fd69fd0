import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db.ts'
import type { ItemVerdict, RecallScope } from '#shared/verdict/contract.ts'
import { type Assessment, assess } from '#shared/verdict/rules.ts'
import { defaultSettings, type VerdictSettings } from '#shared/verdict/settings.ts'
import { follow, type Trail } from '#shared/verdict/trail.ts'
import { trailBytes } from '#shared/verdict/trail-bytes.ts'
import { noteFired } from './cases.ts'
import { type Remembered, trailOf, visitOf } from './memory.ts'

export type { Remembered } from './memory.ts'

/** What all codes of a SKU share. */
export interface Ruled {
  settings: VerdictSettings | null
  recalls: { scope: RecallScope; target: string; message: string; at: string }[] | null
}
export type JudgedCode = Remembered & {
  address: string
  merchant_id: string
  order_id: string
  sku_id: string
  batch_id: string | null
}
type Look = {
  code: JudgedCode
  product: Ruled | undefined
  visit: { country?: string | undefined; lat?: number | undefined; lng?: number | undefined; visitor: string }
  /** Undefined for a look that is not counted. */
  kind: 'VERIFY' | 'REDIRECT' | undefined
  verdict: 'genuine' | 'not_active' | 'expired' | 'unknown'
  activatedAt: Date | null | undefined
}
/** `trail` goes with the scan: null until there is a visit to remember. */
type Judgement = { item: ItemVerdict | null; trail: Uint8Array | null }

/** Scans that arrive while earlier ones of the same code are on their way to the disk: milliseconds. */
const ON_THE_WAY = 5000

/**
 * Judges an item from what its code remembers and this visit. It asks the database for nothing; only a rule that fires for
 * the first time is noted there, before the scan is.
 */
export function itemJudge(db: Pick<Database, 'read'>): (look: Look) => Promise<Judgement> {
  const recent = new LRUCache<string, Trail>({ max: 10_000, ttl: ON_THE_WAY })
  const note = noteFired(db)

  return async ({ code, product, visit, kind, verdict, activatedAt }) => {
    const stored = trailOf(code)
    const fresh = recent.get(code.address)
    const before = fresh && fresh.checks >= stored.checks ? fresh : stored
    const isVisit = verdict === 'genuine' && kind === 'VERIFY'
    const now = Date.now()
    const trail = isVisit ? follow(before, visitOf(visit, visit.visitor, now)) : before
    if (trail !== stored) recent.set(code.address, trail)
    const carried = trail.checks === 0 ? null : trailBytes(trail)
    if (!product || verdict === 'unknown') return { item: null, trail: carried }

    const known = {
      activatedAt: activatedAt ?? undefined,
      consumedAt: code.consumed_at ?? undefined,
      copied: code.copied_at !== null,
    }
    const said: Assessment =
      verdict === 'genuine'
        ? assess(trail, known, { ...defaultSettings, ...product.settings }, Math.floor(now / 60_000))
        : { level: 'first', checks: trail.checks, countries: 0, fired: [] }
    if (kind && said.fired.length > 0) await note(code, said)
    return { item: { ...said, recall: recallOf(code, product) }, trail: carried }
  }
}

function recallOf(code: JudgedCode, { recalls }: Ruled): ItemVerdict['recall'] {
  const targets: Record<RecallScope, string | null> = { order: code.order_id, batch: code.batch_id, sku: code.sku_id }
  const found = recalls?.find(({ scope, target }) => targets[scope] === target)
  return found ? { message: found.message, at: new Date(found.at).toISOString() } : null
}

/** Whether the page has to say so before anything else. */
export function saysToTakeCare(item: ItemVerdict | null): boolean {
  return item !== null && (item.recall !== null || item.level === 'caution' || item.level === 'suspected_copy')
}
