import type { Captured } from '#client/core/offline/capture.ts'
import type { OfflineDatabase } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import type { Saved } from '#client/core/offline/records.ts'
import { lastPending } from '#client/core/offline/view.ts'
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
  return capture({
    entity: activationEntity,
    kind: 'create',
    set: {
      ...newRecord(addressList, new Date()),
      ...choice,
    },
    deps: await pendingOf(db, choice),
    payloadV,
  })
}

/** A list goes after the submission that goes with it. */
async function pendingOf(db: OfflineDatabase, { submissionId }: Choice): Promise<string[]> {
  return submissionId ? await lastPending(db, [submissionEntity, submissionId]) : []
}

function newRecord(addressList: readonly string[], now: Date): ActivationRecord {
  return { addressList, quantity: addressList.length, state: 'captured', createdAt: now.toISOString() }
}

/** Sends a refused list again, changed. */
export async function correctActivation(
  { db, capture }: Pick<Offline, 'db' | 'capture'>,
  { id, data }: Pick<Saved<ActivationRecord>, 'id' | 'data'>,
  change: Choice | { addressList: readonly string[] },
): Promise<Captured> {
  const isList = 'addressList' in change
  const set = isList ? { ...change, quantity: change.addressList.length } : { ...nothing, ...change }
  const deps = await pendingOf(db, isList ? data : change)
  return capture({ entity: activationEntity, kind: 'update', recordId: id, set, deps, corrects: true, payloadV })
}

/** A choice that is not there any more is taken away. */
const nothing = { submissionId: undefined, certificates: undefined }
