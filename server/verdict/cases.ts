import { LRUCache } from 'lru-cache'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { and, eq, gte, ilike, inArray, lt, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { emission } from '#server/core/events/emit.ts'
import { sku } from '#server/sku/table.ts'
import { Id } from '#shared/core/fields/fields.ts'
import type { VerdictCaseQuery } from '#shared/verdict/contract.ts'
import { caseOpened } from '#shared/verdict/events.ts'
import type { ClearedWarnings, StoredWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import type { Assessment } from '#shared/verdict/rules.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { verdictCase } from './table.ts'

type Code = { address: string; merchant_id: string; order_id: string; sku_id: string; cleared: ClearedWarnings | null }
type NewEvidence = {
  /** Evidence to store. */
  warned: StoredWarnings
  /** Whether the response contains evidence that is not stored yet. */
  isNew: boolean
}

/** Shortest time in milliseconds between two updates of the facts of an existing case. */
const refreshMs = 60_000

/**
 * A closed case is reopened when it has become a suspected copy, or when its rule fires again after it was closed as a
 * mistake.
 */
const isWorse = sql`(known.level <> excluded.level and excluded.level = 'suspected_copy'
  and known.reason is distinct from 'copy')`
const wasMistake = sql`known.reason = 'mistake'`

/**
 * Stores the warning of a code, one case per rule, and the events of cases that are opened by it, in one statement: it runs
 * while a shopper waits. Nothing is stored when the brand has closed a warning as a mistake since the code was read.
 */
export function recordTriggeredRules(
  db: Pick<Database, 'read'>,
): (code: Code, assessment: Pick<Assessment, 'fired' | 'level'>, grown: NewEvidence) => Promise<void> {
  const refreshed = new LRUCache<string, true>({ max: 50_000, ttl: refreshMs })
  return async ({ address, merchant_id, order_id, sku_id, cleared }, { fired, level }, { warned, isNew }) => {
    const caseRules = fired.filter(({ rule }) => rule !== 'expired')
    const key = [address, level, JSON.stringify(cleared), ...caseRules.map(({ rule }) => rule)].join()
    if (caseRules.length === 0 || (refreshed.has(key) && !isNew)) return
    const known = cleared && JSON.stringify(cleared)
    await db.read.execute(sql`
      with marked as (
        insert into code_mark as known (address, merchant_id, warned)
        values (${address}, ${merchant_id}, ${JSON.stringify(warned)}::jsonb)
        on conflict (address) do update set warned = coalesce(known.warned, '{}') || excluded.warned
          where known.cleared is not distinct from ${known}::jsonb
        returning address
      ), before as materialized (
        select c.rule, c.state from marked join verdict_case c on c.address = marked.address and c.rule is not null
        order by c.rule for update of c
      ), stored as (
        insert into verdict_case as known (merchant_id, sku_id, order_id, address, rule, fired, level)
        select ${merchant_id}::uuid, ${sku_id}::uuid, ${order_id}::uuid, address, one ->> 'rule', one, ${level}
        from marked, jsonb_array_elements(${JSON.stringify(caseRules)}::jsonb) as one
        left join before on before.rule = one ->> 'rule' order by one ->> 'rule'
        on conflict (address, rule) do update set fired = excluded.fired, level = excluded.level, updated_at = now(),
          state = case when ${isWorse} or ${wasMistake} then 'open' else known.state end,
          reason = case when ${isWorse} or ${wasMistake} then null else known.reason end
        returning id, rule, fired, state, xmax = 0 as is_new
      )
      ${emission(
        caseOpened,
        sql`
        select sku.merchant_id, stored.id, jsonb_build_object('product', sku.name, 'isReport', false, 'fired', stored.fired)
        from stored left join before on before.rule = stored.rule join sku on sku.id = ${sku_id}::uuid
        where stored.is_new or (before.state = 'closed' and stored.state = 'open')`,
      )}`)
    refreshed.set(key, true)
  }
}

/** The cases of a merchant that a list call selects. */
export function caseFilter(tx: Tx, merchantId: string, query: VerdictCaseQuery): SQL | undefined {
  const { search, state, from, to, skuId, trademarkId } = query
  return and(
    eq(verdictCase.merchantId, merchantId),
    state && eq(verdictCase.state, state),
    from ? gte(verdictCase.createdAt, new Date(from)) : undefined,
    to ? lt(verdictCase.createdAt, new Date(to)) : undefined,
    skuId ? eq(verdictCase.skuId, skuId) : undefined,
    trademarkId ? inArray(verdictCase.skuId, skusOf(tx, merchantId, trademarkId)) : undefined,
    search ? searched(tx, merchantId, search) : undefined,
  )
}

const skusOf = (tx: Tx, merchantId: string, trademarkId: string) =>
  tx
    .select({ id: sku.id })
    .from(sku)
    .where(and(eq(sku.merchantId, merchantId), eq(sku.trademarkId, trademarkId)))

/** Cases whose reference or product contains the words, or the case of a code or an id. */
const searched = (tx: Tx, merchantId: string, search: string): SQL | undefined => {
  const read = parseCode(search)
  return or(
    ilike(verdictCase.reference, containsPattern(search)),
    inArray(
      verdictCase.skuId,
      tx
        .select({ id: sku.id })
        .from(sku)
        .where(and(eq(sku.merchantId, merchantId), ilike(sku.name, containsPattern(search)))),
    ),
    read && eq(verdictCase.address, read.address),
    Id.safeParse(search).success ? eq(verdictCase.id, search) : undefined,
  )
}
