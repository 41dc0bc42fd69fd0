import { findLastPending } from '#client/core/offline/database/materialize.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import type { Enqueued } from '#client/core/offline/outbox/enqueue.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { type ChosenPack, codesIn } from '#client/pack/chosen-packs.ts'
import type { LogisticInput } from '#shared/logistic/contract.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { packEntity } from '#shared/pack/record.ts'
import { isEqualData } from '#shared/sync/rules.ts'

type Engine = Pick<OfflineEngine, 'enqueue'>
type KnownShipment = Pick<OfflineRecord<LogisticView>, 'id' | 'ver' | 'data' | 'opId'>

/** The payload version of these operations. */
const operationBase = { entity: logisticEntity, payloadV: 1 } as const

type NewShipment = Pick<LogisticInput, 'recipient' | 'manufacturer_id' | 'minlimit' | 'note'> & {
  /** The id of its draft. */
  id?: string
  addresses: readonly string[]
  /** Cases and pallets whose codes are shipped, too. */
  packages?: readonly ChosenPack[]
}

/**
 * Enqueues a new shipment. Its departure is now, however long it waits to be sent. The server assigns its number and
 * the names of its products.
 */
export async function enqueueShipment(
  { db, enqueue }: Pick<OfflineEngine, 'db' | 'enqueue'>,
  { id, minlimit = null, packages = [], addresses, ...input }: NewShipment,
  now = new Date(),
): Promise<Enqueued> {
  const record: LogisticView = {
    ...input,
    addresses: [...addresses, ...packages.map(({ ref }) => ref)],
    minlimit,
    quantity: addresses.length + codesIn(packages),
    shipped_at: now.toISOString(),
    delivered_at: null,
    logging_ended_at: null,
    createdAt: now.toISOString(),
  }
  // It is sent after the packages that wait on this device.
  const deps = await Promise.all(packages.map(({ ref }) => findLastPending(db, [packEntity, ref])))
  return enqueue({ ...operationBase, kind: 'create', ...(id && { recordId: id }), set: record, deps: deps.flat() })
}

export type ShipmentChange = Partial<
  Pick<
    LogisticView,
    'identifier' | 'recipient' | 'note' | 'minlimit' | 'shipped_at' | 'delivered_at' | 'receiver' | 'logging_ended_at'
  >
>

/**
 * Enqueues the changes of a shipment, or nothing when there are none. Times and the receiver of an unsent
 * shipment become an operation of their own, because a new one has none.
 */
export async function changeShipment({ enqueue }: Engine, seen: KnownShipment, change: ShipmentChange): Promise<void> {
  const changed = Object.entries(change).filter(
    ([name, to]) => !isEqualData(to, seen.data[name as keyof ShipmentChange]),
  )
  const isLater = ([name]: [string, unknown]) => name.endsWith('_at') || name === 'receiver'
  const update = { ...operationBase, kind: 'update', recordId: seen.id, seen: { ver: seen.ver, data: seen.data } }
  const isUnsent = seen.ver === 0 && seen.opId !== undefined
  const [first, then] = isUnsent
    ? [changed.filter((one) => !isLater(one)), changed.filter(isLater)]
    : [changed, [] as typeof changed]
  const done = first.length > 0 ? await enqueue({ ...update, set: Object.fromEntries(first) }) : undefined
  if (then.length === 0) return
  await enqueue({ ...update, set: Object.fromEntries(then), deps: [done?.opId ?? seen.opId!] })
}

/** Sends a rejected shipment again with other codes. */
export function resubmitCodes(
  { enqueue }: Engine,
  { id }: Pick<KnownShipment, 'id'>,
  addresses: readonly string[],
): Promise<Enqueued> {
  return enqueue({ ...operationBase, kind: 'update', recordId: id, set: { addresses, quantity: addresses.length } })
}

/** Removes a shipment. A shipment that the server rejected and never stored is only removed from this device. */
export async function removeShipment(
  { enqueue, discard }: Pick<OfflineEngine, 'enqueue' | 'discard'>,
  { id, ver, state, opId }: OfflineRecord<LogisticView>,
): Promise<void> {
  if (ver === 0 && state === 'attention' && opId) await discard(opId)
  else await enqueue({ ...operationBase, kind: 'remove', recordId: id })
}
