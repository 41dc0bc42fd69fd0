import { pendingBindings } from '#client/binding/pending-bindings.ts'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { findLastPending } from '#client/core/offline/database/materialize.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import type { Enqueued } from '#client/core/offline/outbox/enqueue.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { ActivationOptions } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { submissionEntity } from '#shared/submission/record.ts'

/** The payload version of these operations. */
const payloadV = 1

const optionNames = ActivationOptions.keyof().options

/** The options of a stored list. */
export function optionsOf(record: ActivationRecord): ActivationOptions {
  return Object.fromEntries(optionNames.flatMap((name) => (record[name] ? [[name, record[name]]] : [])))
}

/** Stores a list of codes on the device until the server has accepted it. It is sent after its submission and the products of its codes. */
export async function enqueueActivation(
  { db, enqueue }: Pick<OfflineEngine, 'db' | 'enqueue'>,
  addressList: readonly string[],
  choice: ActivationOptions,
): Promise<Enqueued> {
  return enqueue({
    entity: activationEntity,
    kind: 'create',
    set: {
      ...newRecord(addressList, new Date()),
      ...choice,
    },
    deps: [...(await submissionDependencies(db, choice)), ...(await pendingBindings(db, addressList))],
    payloadV,
  })
}

/** A list depends on the operation of its submission. */
async function submissionDependencies(db: OfflineDatabase, { submissionId }: ActivationOptions): Promise<string[]> {
  return submissionId ? await findLastPending(db, [submissionEntity, submissionId]) : []
}

function newRecord(addressList: readonly string[], now: Date): ActivationRecord {
  return { addressList, quantity: addressList.length, state: 'captured', createdAt: now.toISOString() }
}

/** Sends a rejected list again with changes. */
export async function resubmitActivation(
  { db, enqueue }: Pick<OfflineEngine, 'db' | 'enqueue'>,
  { id, data }: Pick<OfflineRecord<ActivationRecord>, 'id' | 'data'>,
  change: ActivationOptions | { addressList: readonly string[] },
): Promise<Enqueued> {
  const isList = 'addressList' in change
  const set = isList ? { ...change, quantity: change.addressList.length } : { ...clearedOptions, ...change }
  const codes = isList ? change.addressList : (data.addressList ?? [])
  const deps = [...(await submissionDependencies(db, isList ? data : change)), ...(await pendingBindings(db, codes))]
  return enqueue({ entity: activationEntity, kind: 'update', recordId: id, set, deps, corrects: true, payloadV })
}

/** Removes an option that no longer exists. */
const clearedOptions = Object.fromEntries(optionNames.map((name) => [name, undefined]))
