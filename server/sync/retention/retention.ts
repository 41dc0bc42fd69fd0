import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { deleteOldTombstones } from './change-floor.ts'
import { compactOldEntries, deleteUnseenDevices } from './compact-ledger.ts'

/** Entries first: a device without entries that wait is then easier to delete. */
export const syncLedgerRetentionRule: RetentionRule = {
  kind: 'syncLedger',
  tables: ['sync_op', 'sync_op_compact', 'sync_op_count', 'sync_device'],
  async remove({ db }, before) {
    const entries = await db.system((tx) => compactOldEntries(tx, before, removalBatch))
    if (entries === removalBatch) return { removed: entries, hasMore: true }
    const devices = await db.system((tx) => deleteUnseenDevices(tx, before, removalBatch))
    return { removed: entries + devices, hasMore: devices === removalBatch }
  },
}

export const syncChangeRetentionRule: RetentionRule = {
  kind: 'syncChanges',
  tables: ['sync_change'],
  async remove({ db }, before) {
    const removed = await db.system((tx) => deleteOldTombstones(tx, before, removalBatch))
    return { removed, hasMore: removed === removalBatch }
  },
}
