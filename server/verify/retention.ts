import type { RetentionRule } from '#server/core/jobs/retention-rule.ts'
import type { Services } from '#server/core/services.ts'
import { forgetTappers } from '#server/nfc/service.ts'
import { forgetOpeners } from '#server/scratch/service.ts'
import { detachedScanPartitions, type ScanPartition, scanPartitionsOlderThan } from './scans/partitions.ts'

/**
 * How long the detachment of a partition waits for transactions that read `scan`, such as a backup. Scans that arrive
 * meanwhile wait too, so it is short. The next daily run tries again.
 */
const lockTimeoutMs = 2_000

/**
 * Drops whole months. The memory of a code is in `code_visits` and stays. One partition for each step: it is detached, which
 * takes a moment, and then dropped, which locks no other table. After a crash between both, the next run drops it. Then openings
 * lose the place that they have from a scan, and taps of NFC tags their visitor.
 */
export const scanRetentionRule: RetentionRule = {
  kind: 'scans',
  tables: ['scan', 'code_opening'],
  async remove({ db }, before) {
    const [detached, attached] = await db.system(async (tx) => [
      await detachedScanPartitions(tx, before),
      await scanPartitionsOlderThan(tx, before),
    ])
    const oldest = detached[0] ?? attached[0]
    const forget = () =>
      db.system(async (tx) => {
        const kinds = [await forgetOpeners(tx, before), await forgetTappers(tx, before)]
        return kinds.includes(true)
      })
    if (!oldest) return { removed: 0, hasMore: await forget() }
    if (detached.length === 0) await detach(db, oldest)
    await db.owner((client) => client.query(`drop table ${oldest.name}`))
    return { removed: oldest.rows, hasMore: detached.length + attached.length > 1 || (await forget()) }
  },
}

/** @throws if the lock is not available in time; nothing has changed then */
function detach(db: Services['db'], { name }: ScanPartition): Promise<void> {
  return db.owner(async (client) => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(`alter table scan detach partition ${name}`)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}
