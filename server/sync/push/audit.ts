import { audit } from '#server/core/logging/audit.ts'
import type { OperationOutcome, SyncCall } from '#server/sync/entity.ts'
import type { Operation } from '#shared/sync/operation.ts'

/** One entry of the trail for what a call did to the records of a kind; the ledger keeps each operation. */
export function auditOutcomes(
  { done }: SyncCall,
  action: string,
  operations: readonly Operation[],
  outcomes: readonly OperationOutcome[],
): void {
  const made = new Map(outcomes.flatMap((one) => (one.status === 'rejected' ? [] : [[one.opId, one.ver]])))
  const effective = operations.filter(({ opId }) => made.has(opId))
  const [first] = effective
  if (!first) return
  // Without a prototype it is a dictionary from the start: hundreds of ids as names of an ordinary object cost V8 milliseconds.
  const records: Record<string, number | undefined> = Object.create(null)
  for (const { opId, recordId } of effective) records[recordId] = made.get(opId)
  const subject = effective.length === 1 ? first.recordId : first.deviceId
  done.entries.push({ action, subject, data: { device: first.deviceId, records } })
}

/** Whoever writes to a merchant's trail is alone with it until they commit: this is among the last things of a push. */
export async function writeAuditEntries({ tx, origin, done }: SyncCall): Promise<void> {
  for (const { action, subject, data } of done.entries) await audit(tx, origin, action, subject, data)
}
