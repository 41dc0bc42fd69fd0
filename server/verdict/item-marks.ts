import type { FastifyRequest } from 'fastify'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { audit } from '#server/core/logging/audit.ts'
import { type VisitRule, visitRules } from '#shared/verdict/evidence/evidence.ts'
import type { RuleName } from '#shared/verdict/rules.ts'
import { codeMark } from './table.ts'

type Code = { address: string; merchantId: string }

/**
 * Locks the marks of a code until the transaction ends, in the same order as a scan that stores a warning: first the marks, then
 * the cases of the code. Another order could deadlock.
 */
export async function lockItemMarks(tx: Tx, { address, merchantId }: Code): Promise<void> {
  await tx
    .insert(codeMark)
    .values({ address, merchantId })
    .onConflictDoUpdate({ target: codeMark.address, set: { merchantId } })
}

/** Sets or clears facts about an item. */
export async function setItemMarks(
  tx: Tx,
  { address, merchantId }: Code,
  changed: { consumedAt?: boolean; copiedAt?: boolean },
): Promise<void> {
  const now = new Date()
  const set = Object.fromEntries(Object.entries(changed).map(([column, holds]) => [column, holds ? now : null]))
  await tx
    .insert(codeMark)
    .values({ address, merchantId, ...set })
    .onConflictDoUpdate({ target: codeMark.address, set })
}

/**
 * Marks the warning of a rule as a mistake: visits and warnings until this minute no longer count for the rule, later
 * ones do. Unmarked, the earlier ones count again.
 */
export async function setWarningCleared(
  tx: Tx,
  request: FastifyRequest,
  { address, merchantId, rule }: Code & { rule: RuleName | null },
  isMistake: boolean,
): Promise<void> {
  if (rule === 'consumed' && isMistake) await setItemMarks(tx, { address, merchantId }, { consumedAt: false })
  else if (isVisitRule(rule)) {
    const cleared = isMistake
      ? sql`coalesce(${codeMark.cleared}, '{}') || excluded.cleared`
      : sql`nullif(${codeMark.cleared} - ${rule}::text, '{}')`
    const minute = Math.floor(Date.now() / 60_000)
    await tx
      .insert(codeMark)
      .values({ address, merchantId, cleared: isMistake ? { [rule]: minute } : null })
      .onConflictDoUpdate({ target: codeMark.address, set: { cleared } })
  } else return
  await audit(tx, request, isMistake ? 'verdict.clear' : 'verdict.unclear', { subject: address, data: { rule } })
}

const isVisitRule = (rule: RuleName | null): rule is VisitRule => visitRules.some((one) => one === rule)
