import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '#server/core/db/database.ts'
import { audit } from '#server/core/logging/audit.ts'
import { type VisitRule, visitRules } from '#shared/verdict/evidence/evidence.ts'
import type { RuleName } from '#shared/verdict/rules.ts'
import { codeMark } from './table.ts'

type Code = { address: string; merchantId: string }

/** Notes facts of an item now, or takes them back. */
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
 * The brand calls the warning of a rule a mistake: no visit and no warning until this minute counts for the rule any more,
 * later ones do. Taken back, the earlier ones count as before.
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
  await audit(tx, request, isMistake ? 'verdict.clear' : 'verdict.unclear', address, { rule })
}

const isVisitRule = (rule: RuleName | null): rule is VisitRule => visitRules.some((one) => one === rule)
