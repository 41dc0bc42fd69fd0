import type { OfflineEngine } from '#client/core/offline/engine.ts'
import type { Enqueued } from '#client/core/offline/outbox/enqueue.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { type BindingRecord, bindingEntity } from '#shared/binding/record.ts'

export type SavedBinding = OfflineRecord<BindingRecord>
export type NewBinding = Pick<BindingRecord, 'skuId' | 'sku' | 'addressList' | 'range'> & { replace: boolean }

/** The payload version of these operations. */
const operationBase = { entity: bindingEntity, payloadV: 1 } as const

/** Stores codes with their product on the device until the server has them. */
export function enqueueBinding(
  { enqueue }: Pick<OfflineEngine, 'enqueue'>,
  { addressList, range, ...fields }: NewBinding,
  now = new Date(),
): Promise<Enqueued> {
  const record: BindingRecord = {
    ...fields,
    ...(range ? { range } : { addressList: addressList ?? [], quantity: addressList?.length ?? 0 }),
    createdAt: now.toISOString(),
  }
  return enqueue({ ...operationBase, kind: 'create', set: record })
}

/** Sends a rejected request again: with fewer codes, or so that it also changes codes that have another product. */
export function resubmitBinding(
  { enqueue }: Pick<OfflineEngine, 'enqueue'>,
  { id }: Pick<SavedBinding, 'id'>,
  change: { addressList: readonly string[] } | { replace: true },
): Promise<Enqueued> {
  const set = 'addressList' in change ? { ...change, quantity: change.addressList.length } : change
  return enqueue({ ...operationBase, kind: 'update', recordId: id, set })
}
