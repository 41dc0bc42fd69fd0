import { merchant } from '#server/core/auth/table.ts'
import type { Database } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'

/** How long (ms) the result of a query is used. A new demo merchant is noticed after this time. */
const keptMs = 60_000

/** Finds the id of the demo merchant; undefined if there is none. Nobody signs in to a demo, so calls must not cost a query each. */
export type FindDemoMerchant = () => Promise<string | undefined>

export function openDemoMerchant({ read }: Pick<Database, 'read'>): FindDemoMerchant {
  let found: Promise<string | undefined> | undefined
  let keptUntil = 0

  async function query(): Promise<string | undefined> {
    const [demo] = await read.select({ id: merchant.id }).from(merchant).where(eq(merchant.isDemo, true)).limit(1)
    return demo?.id
  }
  return () => {
    if (found && performance.now() < keptUntil) return found
    const querying = query()
    found = querying
    keptUntil = performance.now() + keptMs
    querying.catch(() => {
      if (found === querying) found = undefined
    })
    return querying
  }
}
