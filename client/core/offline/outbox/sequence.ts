import {
  neverReachesLedger,
  newDevice,
  type OfflineDatabase,
  type OutboxRow,
  readMeta,
  writeMeta,
} from '#client/core/offline/database/database.ts'

/** The device's next number. In a transaction, so that none is given twice and none is left out. */
export async function nextSequence(db: OfflineDatabase) {
  const device = await readMeta(db, 'device', newDevice)
  const n = device.n + 1
  await writeMeta(db, 'device', { ...device, n })
  return { deviceId: device.deviceId, n }
}

/**
 * Counts operations that the server will not hear of, so that it does not miss their numbers; those of other devices are
 * counted there.
 */
export async function skipSequence(
  db: OfflineDatabase,
  rows: readonly OutboxRow[],
  { again = false } = {},
): Promise<void> {
  const device = await readMeta(db, 'device', newDevice)
  const count = rows.filter((row) => row.deviceId === device.deviceId && neverReachesLedger(row)).length
  await writeMeta(db, 'device', { ...device, dropped: device.dropped + (again ? -count : count) })
}
