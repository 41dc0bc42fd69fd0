import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { findLastPending } from '#client/core/offline/database/materialize.ts'
import { rowsOfEntity } from '#client/core/offline/database/range-reads.ts'
import { type BindingRecord, bindingEntity } from '#shared/binding/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'

/** Length of the prefix of an address that identifies its order. */
const orderPrefixLength = 11

/**
 * The operations of this device that give these codes their products and that the server does not have yet. Which codes a range
 * contains is known to the server only, so a range counts if it is of the same order.
 */
export async function pendingBindings(db: OfflineDatabase, codes: readonly string[]): Promise<string[]> {
  const ids = (await rowsOfEntity(db.outbox, '[entity+recordId]', bindingEntity).uniqueKeys()) as unknown as [
    string,
    string,
  ][]
  if (ids.length === 0) return []
  const records = await db.records.bulkGet(ids)
  const addresses = new Set(codes.flatMap((code) => parseCode(code)?.address ?? []))
  const orders = new Set([...addresses].map((address) => address.slice(0, orderPrefixLength)))
  const concerns = ({ addressList = [], range }: BindingRecord): boolean => {
    const first = range && parseCode(range.first)?.address
    if (first) return orders.has(first.slice(0, orderPrefixLength))
    return addressList.some((code) => addresses.has(parseCode(code)?.address ?? ''))
  }
  const found = ids.filter((_, i) => concerns((records[i]?.data ?? {}) as BindingRecord))
  return (await Promise.all(found.map((key) => findLastPending(db, key)))).flat()
}
