import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import type { OrderScores } from '#shared/verdict/calibration/calibrate.ts'
import type { ItemVerdict, RecallScope } from '#shared/verdict/contract.ts'
import { type ClearedWarnings, type StoredWarnings, updateWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import { assessEvidence, collectEvidence, type ItemState } from '#shared/verdict/rules.ts'
import { defaultSettings, type VerdictSettings } from '#shared/verdict/settings.ts'
import type { VisitLog } from '#shared/verdict/visits/visit-log.ts'
import type { CodeStatus } from '#shared/verify/contract.ts'
import { saveSamples, setThresholds } from './calibration/thresholds.ts'
import { recordTriggeredRules } from './cases.ts'
import { verdictCase } from './table.ts'

/** The data that a lookup returns for the verdict: the visits of the code, and the marks of the item. */
export type CodeHistory = {
  /** When the code first left in a shipment: visits before that are by people who made or packed the item. */
  shipped_at: Date | null
  consumed_at: Date | null
  copied_at: Date | null
  warned: StoredWarnings | null
  cleared: ClearedWarnings | null
  visitLog: VisitLog
  /** Whether the code was scanned once, also counting scans that may be retries. */
  isFirst: boolean
}

/** The settings and recalls that all codes of a SKU share. */
export type SkuVerdictData = {
  settings: VerdictSettings | null
  /** The threshold that its own scanned codes set. */
  threshold: number | null
  recalls: { scope: RecallScope; target: string; message: string; at: string }[] | null
}
type AssessedCode = CodeHistory & {
  address: string
  merchant_id: string
  order_id: string
  sku_id: string
  batch_id: string | null
  verdict: CodeStatus
}
type AssessmentInput = {
  code: AssessedCode
  product: SkuVerdictData | undefined
  activatedAt: Date | null | undefined
  /** Whether the scan counts as a new one. */
  isCounted: boolean
}

/**
 * Assesses an item by the visit log of its code, including the present visit. It does not query the database; it writes
 * only when a rule fires for the first time.
 */
export function createItemAssessor(
  db: Pick<Database, 'read'>,
): (input: AssessmentInput) => Promise<ItemVerdict | null> {
  const note = recordTriggeredRules(db)

  return async ({ code, product, activatedAt, isCounted }) => {
    const { visitLog, verdict } = code
    if (!product || verdict === 'unknown') return null
    const { checks } = visitLog
    const copied = code.copied_at !== null && { copied: true }
    if (verdict !== 'genuine') {
      return {
        level: 'first',
        checks,
        isFirst: code.isFirst,
        countries: 0,
        fired: [],
        ...copied,
        recall: recallOf(code, product),
      }
    }
    const itemState: ItemState = {
      activatedAt: activatedAt ?? undefined,
      shippedAt: code.shipped_at ?? undefined,
      consumedAt: code.consumed_at ?? undefined,
      copied: code.copied_at !== null,
      warned: code.warned,
      cleared: code.cleared,
      threshold: product.threshold ?? undefined,
    }
    const settings = { ...defaultSettings, ...product.settings }
    const now = Math.floor(Date.now() / 60_000)
    const evidence = collectEvidence(visitLog, itemState, settings, now)
    const assessment = assessEvidence(visitLog, itemState, { settings, now }, evidence)
    if (isCounted && assessment.fired.length > 0) {
      const stored = assessEvidence(
        visitLog,
        itemState,
        { settings, now },
        collectEvidence({ ...visitLog, visits: [] }, itemState, settings, now),
      )
      // A warning is stored before it is shown. From then on, later visits cannot remove it.
      const isNew = assessment.level !== stored.level || assessment.fired.length > stored.fired.length
      await note(code, assessment, { warned: updateWarnings(code, evidence, now), isNew })
    }
    return { ...assessment, isFirst: code.isFirst, ...copied, recall: recallOf(code, product) }
  }
}

function recallOf(code: AssessedCode, { recalls }: SkuVerdictData): ItemVerdict['recall'] {
  const targets: Record<RecallScope, string | null> = { order: code.order_id, batch: code.batch_id, sku: code.sku_id }
  const found = recalls?.find(({ scope, target }) => targets[scope] === target)
  return found ? { message: found.message, at: new Date(found.at).toISOString() } : null
}

/** Cases show the photos of their reports. */
export async function showsFile(tx: Tx, actor: Actor, hash: string): Promise<boolean> {
  const shows = sql`${verdictCase.report} -> 'photo' ->> 'hash' = ${hash}`
  return (await tx.$count(verdictCase, and(eq(verdictCase.merchantId, merchantOf(actor)), shows))) > 0
}

/** Stores the samples of the scanned codes of SKUs, and sets the thresholds of the SKUs from them. */
export async function applySamples(tx: Tx, samples: ReadonlyMap<string, OrderScores[]>): Promise<void> {
  await saveSamples(tx, samples)
  await setThresholds(tx, [...samples.keys()])
}
