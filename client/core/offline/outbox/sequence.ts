import {
  neverReachesLedger,
  newDevice,
  type OfflineDatabase,
  type OutboxRow,
  readMeta,
  writeMeta,
} from '#client/core/offline/database/database.ts'

/**
 * Returns the next sequence number of the device. Runs in a transaction, so that each number is given once and none is
 * skipped.
 */
export async function nextSequence(db: OfflineDatabase) {
  const device = await readMeta(db, 'device', newDevice)
  const n = device.n + 1
  await writeMeta(db, 'device', { ...device, n })
  return { deviceId: device.deviceId, n }
}

/**
 * Counts operations of this device that the server will never receive, so that it does not report their numbers as
 * missing. `again` subtracts restored ones. Operations of other devices are counted on those devices.
 */
export async function skipSequence(
  db: OfflineDatabase,
  rows: readonly OutboxRow[],
  { again = false } = {},
): Promise<void> {
  const device = await readMeta(db, 'device', newDevice)
  const count = rows.filter((row) => row.deviceId === device.deviceId && neverReachesLedger(row)).length
  // Operations that were restored twice must not make it negative: the server rejects every push with such a count.
  await writeMeta(db, 'device', { ...device, dropped: Math.max(0, device.dropped + (again ? -count : count)) })
}
