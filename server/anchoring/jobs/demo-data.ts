import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/** Networks that cost nothing. */
export const localNetworks: readonly string[] = ['regtest', 'local']

/** Whether every chain is on a local network, or on none yet. */
const everyChainIsLocal = sql`not exists (select from anchor_chain present where present.network not in ('regtest', 'local'))`

/** Whether a batch belongs to a merchant that the seed has made: the demo merchant, or one of the example brands. */
export const demoBatchCondition = (batch: 'c' | 'b'): SQL => {
  const merchantId = sql.raw(`${batch}.merchant_id`)
  return sql`(exists (select from merchant m where m.id = ${merchantId} and m.is_demo)
    or exists (select from business s where s.merchant_id = ${merchantId} and s.verified_by = 'seed'))`
}

/** On a public network demo data would cost fees and prove nothing, so that its batches wait for ever. */
export const anchorableBatchCondition = sql`(${everyChainIsLocal} or not ${demoBatchCondition('c')})`

/** A round that contains only demo data, made on a local network, is not anchored on a public one. */
export const anchorableRoundCondition = sql`(${everyChainIsLocal}
  or not exists (select from anchor_commitment b where b.parent_id = c.id)
  or exists (select from anchor_commitment b where b.parent_id = c.id and not ${demoBatchCondition('b')}))`
