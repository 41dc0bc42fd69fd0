import { audit } from '#server/core/audit.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { Outcome, SyncCall } from './entity.ts'

/** One entry of the trail for what a call did to the records of a kind; the ledger keeps each operation. */
export async function auditOutcomes(
  { tx, origin }: SyncCall,
  action: string,
  operations: readonly Operation[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const made = new Map(outcomes.flatMap((one) => (one.status === 'rejected' ? [] : [[one.opId, one.ver]])))
  const done = operations.filter(({ opId }) => made.has(opId))
  const [first] = done
  if (!first) return
  const records = Object.fromEntries(done.map(({ opId, recordId }) => [recordId, made.get(opId)]))
  const subject = done.length === 1 ? first.recordId : first.deviceId
  await audit(tx, origin, action, subject, { device: first.deviceId, records })
}
