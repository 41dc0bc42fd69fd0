import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db.ts'
import type { Assessment } from '#shared/verdict/rules.ts'

type Code = { address: string; merchant_id: string; order_id: string; sku_id: string }

/** How often the facts of a case that is known follow its code: milliseconds. */
const AGAIN = 60_000

const worse = sql`(known.level <> excluded.level and excluded.level = 'suspected_copy'
  and known.reason is distinct from 'copy')`

/**
 * One case for each code and rule. It follows what is counted; a closed one opens again only when the item has become a
 * possible copy since.
 */
export function noteFired(db: Pick<Database, 'read'>): (code: Code, said: Assessment) => Promise<void> {
  const noted = new LRUCache<string, true>({ max: 50_000, ttl: AGAIN })
  return async (code, { fired, level }) => {
    const mine = fired.filter(({ rule }) => rule !== 'expired')
    const key = [code.address, level, ...mine.map(({ rule }) => rule)].join()
    if (mine.length === 0 || noted.has(key)) return
    for (const one of mine) {
      await db.read.execute(sql`
        insert into verdict_case as known (merchant_id, sku_id, order_id, address, rule, fired, level)
        values (${code.merchant_id}, ${code.sku_id}, ${code.order_id}, ${code.address}, ${one.rule}, ${one}, ${level})
        on conflict (address, rule) do update set fired = excluded.fired, level = excluded.level, updated_at = now(),
          state = case when ${worse} then 'open' else known.state end,
          reason = case when ${worse} then null else known.reason end`)
    }
    noted.set(key, true)
  }
}
