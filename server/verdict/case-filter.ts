import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gte, ilike, inArray, lt, or, type SQL } from '#server/core/drizzle/orm.ts'
import { sku } from '#server/sku/table.ts'
import { Id } from '#shared/core/fields/fields.ts'
import type { VerdictCaseQuery } from '#shared/verdict/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { verdictCase } from './table.ts'

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
