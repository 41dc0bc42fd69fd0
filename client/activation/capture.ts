import type { Captured } from '#client/core/offline/capture.ts'
import type { OfflineDatabase } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import type { Saved } from '#client/core/offline/records.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { submissionEntity } from '#shared/submission/record.ts'

/** The shape of what is captured here. */
const payloadV = 1

/** What goes with a list of codes: a filled form, and certificates; every approved one of the products where absent. */
export type Choice = { submissionId?: string; certificates?: readonly string[] }

/** Keeps a list of codes on the device until the server has taken it, after the submission that goes with it. */
export async function captureActivation(
  { db, capture }: Pick<Offline, 'db' | 'capture'>,
  addressList: readonly string[],
  choice: Choice,
): Promise<Captured> {
  const { submissionId } = choice
  return capture({
    entity: activationEntity,
    kind: 'create',
    set: {
      ...newRecord(addressList, new Date()),
      ...choice,
    },
    deps: submissionId ? await pendingOn(db, submissionEntity, submissionId) : [],
    payloadV,
  })
}

function newRecord(addressList: readonly string[], now: Date): ActivationRecord {
  return { addressList, quantity: addressList.length, state: 'captured', createdAt: now.toISOString() }
}

/** Sends a refused list again, changed. */
export function correctActivation(
  { capture }: Pick<Offline, 'capture'>,
  { id }: Pick<Saved<unknown>, 'id'>,
  change: Choice | { addressList: readonly string[] },
): Promise<Captured> {
  const set = 'addressList' in change ? { ...change, quantity: change.addressList.length } : { ...nothing, ...change }
  return capture({ entity: activationEntity, kind: 'update', recordId: id, set, payloadV })
}

/** A choice that is not there any more is taken away. */
const nothing = { submissionId: undefined, certificates: undefined }

/** The operations on a record that the server has not acknowledged. */
async function pendingOn(db: OfflineDatabase, entity: string, recordId: string): Promise<string[]> {
  const rows = await db.outbox.where('[entity+recordId]').equals([entity, recordId]).sortBy('at')
  // Each of them waits for the one before it.
  return rows.slice(-1).map(({ opId }) => opId)
}
