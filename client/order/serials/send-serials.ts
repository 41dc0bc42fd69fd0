import { call } from '#client/core/http/query-client.ts'
import { limits } from '#shared/core/limits/limits.ts'
import type { Order } from '#shared/order/contract.ts'
import { serialContract } from '#shared/order/serial-contract.ts'

/**
 * Sends the serial numbers of an order, part by part. Parts that arrived before are sent again: the server compares them, so
 * another file is noticed.
 */
export async function sendSerials(
  order: Order,
  serials: readonly string[],
  onProgress: (collected: number) => void,
): Promise<Order> {
  let latest = order
  for (let from = 0; from < serials.length; from += limits.ownSerialsPerCall) {
    const part = serials.slice(from, from + limits.ownSerialsPerCall)
    latest = await call(serialContract.add, { params: { id: order.id }, body: { first: from + 1, serials: part } })
    onProgress(latest.collected)
  }
  return latest
}
