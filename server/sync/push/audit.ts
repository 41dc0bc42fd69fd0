import type { WriteResult } from '#server/core/db/write-result.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { SyncCall } from '#server/sync/entity.ts'
import type { Operation } from '#shared/sync/operation.ts'

/** Adds one audit entry for all records of a kind that a call changed. The ledger stores each operation. */
export function addAuditEntry(
  { progress }: SyncCall,
  action: string,
  operations: readonly Operation[],
  results: readonly WriteResult[],
): void {
  const effective = operations.filter((_, i) => results[i]!.status !== 'rejected')
  const [first] = effective
  if (!first) return
  // Without a prototype it is a dictionary from the start: hundreds of ids as names of an ordinary object cost V8 milliseconds.
  const records: Record<string, number> = Object.create(null)
  for (const result of results) if (result.status !== 'rejected') records[result.id] = result.version
  const subject = effective.length === 1 ? first.recordId : first.deviceId
  progress.auditEntries.push({ action, subject, data: { device: first.deviceId, records } })
}

/** The writer of an audit entry locks the merchant's audit trail until the commit, so a push writes its entries near the end. */
export async function writeAuditEntries({ tx, origin, progress }: SyncCall): Promise<void> {
  for (const { action, subject, data } of progress.auditEntries) await audit(tx, origin, action, { subject, data })
}
