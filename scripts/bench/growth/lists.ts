import { type Send, urlOf } from '#client/core/http/api.ts'
import { round } from '#scripts/bench/setup/measure.ts'
import type { SignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { auditContract, auditCsvRoute } from '#shared/audit/contract.ts'
import { csvExportRoute } from '#shared/core/api/csv-export.ts'
import { downloadRoute, orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { BenchMerchant } from './fill-catalogue.ts'
import { batchCodes, type GrowthSize, idOf, inactiveCodes, plannedOrders } from './layout.ts'

const limit = 25
/** Calls of one list: at most, and as many as fit in a time, but enough for a median. */
const most = 12
const fewest = 3
const budgetMs = 1_500

type Callers = { url: string; merchant: SignedInClient; administrator: SignedInClient }
/** Milliseconds by list: the 95th percentile of its calls. */
export type ListTimes = { first: Record<string, number>; last: Record<string, number> }
type Page = { rows: unknown[]; total: number }

/**
 * Times the lists and exports of the demo merchant, and the audit trail of an administrator, over HTTP: the first page or
 * the first bytes of an export in `first`, the last page in `last`.
 */
export async function measureLists(callers: Callers, owner: BenchMerchant, size: GrowthSize): Promise<ListTimes> {
  const { merchant, administrator } = callers
  const own = plannedOrders(size).filter((order) => order.merchant === 0)
  const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!
  const orderAt = (turn: number) => idOf('order', pick(own, turn).number)
  const skuAt = (turn: number) => pick(owner.skus, turn)
  const batchAt = (turn: number) => idOf('batch', pick(own, turn).firstBatch)
  const codesOfSku = (turn: number) =>
    own
      .filter(({ sku }) => owner.skus[sku] === skuAt(turn))
      .reduce((codes, { batches }) => codes + batches * batchCodes + inactiveCodes, 0)

  const codesOf = (query: (turn: number) => object, codes: (turn: number) => number) => ({
    first: (turn: number) => urlOf(activationContract.codes, { query: { ...query(turn), limit } }),
    last: (turn: number) =>
      urlOf(activationContract.codes, { query: { ...query(turn), limit, page: Math.ceil(codes(turn) / limit) } }),
  })
  const lists: Record<string, { first: (turn: number) => string; last: (turn: number) => string }> = {
    codesOfOrder: codesOf(
      (turn) => ({ orderId: orderAt(turn) }),
      (turn) => pick(own, turn).batches * batchCodes + inactiveCodes,
    ),
    codesOfProduct: codesOf((turn) => ({ skuId: skuAt(turn) }), codesOfSku),
    codesOfBatch: codesOf(
      (turn) => ({ activeBatchId: batchAt(turn) }),
      () => batchCodes,
    ),
    orders: paged(orderContract.list, own.length),
    batches: paged(
      activationContract.batches,
      own.reduce((total, { batches }) => total + batches, 0),
    ),
    products: paged(skuContract.list, owner.skus.length),
  }
  const times: ListTimes = { first: {}, last: {} }
  const taken = async (kind: 'first' | 'last', name: string, call: (turn: number) => Promise<number>) => {
    times[kind][name] = await slowestOf(call)
  }
  for (const [name, { first, last }] of Object.entries(lists)) {
    await taken('first', name, (turn) => pageMs(merchant.send, first(turn)))
    await taken('last', name, (turn) => pageMs(merchant.send, last(turn)))
  }
  const trail = auditContract.list
  const { total } = (await merchantPage(administrator.send, urlOf(trail, { query: { limit } }))) as Page
  await taken('first', 'audit', () => pageMs(administrator.send, urlOf(trail, { query: { limit } })))
  const lastPage = Math.ceil(total / limit)
  await taken('last', 'audit', () => pageMs(administrator.send, urlOf(trail, { query: { limit, page: lastPage } })))

  // Two kinds, because a merchant may call for 30 downloads a minute.
  for (const type of ['active', 'inactive'] as const)
    await taken('first', `csv10${type}`, (turn) =>
      firstBytesMs(
        callers.url,
        merchant,
        urlOf(downloadRoute, { params: { id: orderAt(turn) }, query: { type, limit: 10 } }),
      ),
    )
  await taken('first', 'csvOrders', () =>
    firstBytesMs(callers.url, merchant, urlOf(csvExportRoute(orderContract.list), {})),
  )
  await taken('first', 'csvAudit', () => firstBytesMs(callers.url, administrator, urlOf(auditCsvRoute, {})))
  return times
}

function paged(route: Parameters<typeof urlOf>[0], rows: number) {
  return {
    first: () => urlOf(route, { query: { limit } }),
    last: () => urlOf(route, { query: { limit, page: Math.ceil(rows / limit) } }),
  }
}

/** The 95th percentile of calls, each with its turn. The first call, which prepares statements, is not counted. */
async function slowestOf(call: (turn: number) => Promise<number>): Promise<number> {
  await call(0)
  const times: number[] = []
  const startedAt = performance.now()
  while (times.length < most && (times.length < fewest || performance.now() - startedAt < budgetMs))
    times.push(await call(times.length))
  times.sort((a, b) => a - b)
  return round(times[Math.ceil(times.length * 0.95) - 1]!, 1)
}

async function pageMs(send: Send, url: string): Promise<number> {
  const startedAt = performance.now()
  await merchantPage(send, url)
  return performance.now() - startedAt
}

async function merchantPage(send: Send, url: string): Promise<Page> {
  const { status, body } = await send({ method: 'GET', url, headers: {} })
  const page = body as Page
  if (status !== 200 || page.rows.length === 0)
    throw new Error(`${url} responded with status ${status}: ${JSON.stringify(body)}`)
  return page
}

async function firstBytesMs(origin: string, { headers }: SignedInClient, url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(origin + url, { headers })
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  const taken = performance.now() - startedAt
  if (answer.status !== 200 || !value) throw new Error(`${url} responded with status ${answer.status}`)
  while (!(await reader.read()).done);
  return taken
}
