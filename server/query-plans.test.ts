import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { callRoute } from './core/test/access-manifest/call-route.ts'
import type { Input } from './core/test/access-manifest/entry.ts'
import { manifest } from './core/test/access-manifest/manifest.ts'
import { apiCalls } from './core/test/api-calls/api-calls.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData, type MerchantData } from './core/test/merchant-data.ts'
import { fillLists, type LargeData, listed } from './core/test/query-plans/fill.ts'
import { type Bounds, costlyNodes, recordPlans } from './core/test/query-plans/plans.ts'
import { isPaged, type ListOptions, pagesOf, queriesOf } from './core/test/query-plans/requests.ts'
import { productOf } from './order/order.fixture.ts'

/** Most rows of a node of a plan. A page has at most 200, a batch 3,000. */
const bounds: Bounds = {
  rows: 4_000,
  // Counting or skipping a merchant's own records in an index; never so many as there are codes.
  indexOnly: 4 * listed,
}
/** A search for words reads the merchant's own records once: row policies keep words out of any index. */
const ownBounds: Bounds = { rows: 5 * listed, indexOnly: 5 * listed }

/** Totals of an administrator over all merchants: no counter spans them, and one narrow table is counted. */
const countedForAdmins = ['GET /sku', 'GET /sku.csv', 'GET /billing']
/** Orders that read the merchant's own records once, too. */
const unindexed: Record<string, readonly string[]> = {
  // The name is in the form; and with an index of `updated_at` no saved answer would leave the indexes alone.
  'GET /submission': ['form', 'updatedAt'],
}

/** Routes that are not read here. */
const exempt: Record<string, string> = {
  'GET /events': 'does not end',
  'GET /audit/chain': 'recomputes the hashes since the checkpoints that its job moves, in audit.test.ts',
  'GET /files/:file': 'reads one file by its key',
  'GET /audit/seals/:stream/:seq': 'reads one file by its key',
  'GET /sync/blobs/:sha256': 'reads one row by its key',
}

const searches = ['tea', '777', 'nothing has this']
const options: Record<string, (data: LargeData, own: MerchantData) => ListOptions> = {
  'GET /order': () => ({ sorts: ['date', 'order', 'quantity'], searches }),
  'GET /order.csv': () => ({ sorts: ['quantity'] }),
  'GET /sku': () => ({ sorts: ['name', 'sku', 'date'], searches }),
  'GET /sku.csv': () => ({ sorts: ['name'] }),
  'GET /sku/customization': () => ({ inputs: [{}, { query: { search: 'tea' } }] }),
  'GET /uploads': () => ({ sorts: ['name', 'type', 'date'], searches }),
  'GET /search': () => ({ inputs: ['tea', '777', 'Q-4', 'nothing has this'].map((q) => ({ query: { q } })) }),
  'GET /form': () => ({ sorts: ['name', 'createdAt', 'updatedAt'], searches }),
  'GET /submission': () => ({ sorts: ['date', 'custom_id', 'form', 'createdAt', 'updatedAt'], searches }),
  'GET /logistic': () => ({
    sorts: ['identifier', 'recipient', 'quantity', 'shipped_at', 'delivered_at', 'createdAt'],
    searches,
  }),
  'GET /logistic/:id/reports': ({ logisticId }) => ({ inputs: [{ params: { id: logisticId } }] }),
  'GET /user': () => ({ sorts: ['name', 'email', 'business', 'created'], searches }),
  'GET /verdict/case': ({ skuId }, { trademarkId }) => ({
    searches,
    inputs: [{}, { query: opened }, { query: { ...opened, skuId } }, { query: { ...opened, trademarkId } }],
  }),
  'GET /trademark': () => ({ searches }),
  'GET /payloads/activateBatch': () => ({ searches }),
  'GET /sku/certificate': () => ({ searches }),
  'GET /business/all': () => ({ searches }),
  'GET /merchant': () => ({ searches }),
  'GET /support': () => ({ searches }),
  'GET /payloads': ({ largeOrderId, skuId, batchId, logisticId }) => ({
    inputs: [
      { query: { orderId: largeOrderId } },
      { query: { skuId } },
      { query: { activeBatchId: batchId } },
      { query: { logisticId } },
      { query: { skuId, orderId: largeOrderId } },
      { query: { skuId, activeBatchId: batchId } },
    ],
  }),
  'GET /packages': (_, { codes }) => ({ searches, inputs: [{ query: { search: codes[1]! } }] }),
  'GET /packages/:id/contents': ({ packId }) => ({ inputs: [{ params: { id: packId } }] }),
  'GET /packages/:id/label': ({ packId }) => ({ inputs: [{ params: { id: packId } }] }),
  'GET /payloads/byLogisticId/:id': ({ logisticId }) => ({ inputs: [{ params: { id: logisticId } }] }),
  'GET /pattern/:id': ({ patternId }) => ({ inputs: [{ params: { id: patternId } }] }),
  'GET /webhooks/:id/deliveries': ({ webhookId }) => ({
    inputs: [{ params: { id: webhookId } }, { params: { id: webhookId }, query: { state: 'waiting' } }],
  }),
  'GET /epcis/list': (_, { codes }) => ({
    inputs: [{}, { query: { search: codes[0] } }, { query: { source: 'reported', type: 'ObjectEvent' } }],
  }),
  'GET /epcis/events': (_, { codes }) => ({
    inputs: [
      {},
      { query: { orderBy: 'recordTime', EQ_bizStep: 'shipping' } },
      { query: { MATCH_epc: codes[0] } },
      { query: { journeyOf: codes[0] } },
      { query: { captured: 'true', eventType: 'ObjectEvent' } },
      { query: { MATCH_anyEPC: codes[0], MATCH_parentID: 'https://id.gs1.org/00/040063810000000017' } },
      { query: { MATCH_epc: 'https://id.gs1.org/01/09506000134352/21/00000000000000000000' } },
    ],
  }),
  'GET /verdict/case/:id/scans': ({ caseId }) => ({ inputs: [{ params: { id: caseId } }] }),
  'GET /verdict/recall/subject': ({ largeOrderId, skuId, batchId }) => ({
    inputs: [
      { query: { scope: 'order', target: largeOrderId } },
      { query: { scope: 'sku', target: skuId } },
      { query: { scope: 'batch', target: batchId } },
    ],
  }),
  'GET /insights/scans': () => ({ searches }),
  'GET /audit': ({ merchantName }, { accountId }) => ({ inputs: [{}, ...auditFilters(merchantName, accountId)] }),
  'GET /audit/export': () => ({ inputs: [{ query: { reference: 'req-7' } }, { query: { action: 'recall.' } }] }),
  'GET /billing': (_, { merchantId }) => ({ inputs: [{}, { query: { merchant: merchantId } }] }),
  'GET /tag/download/:id': (data) => ({ inputs: fewCodes(data) }),
  'GET /label/sample/:id': (data) => ({ inputs: fewCodes(data, false) }),
  'GET /label/sheet/:id': (data) => ({ inputs: fewCodes(data).map((input) => withQuery(input, { sheet: 'L7160' })) }),
  'GET /label/image/:id': (data) => ({ inputs: fewCodes(data).map((input) => withQuery(input, { image: 'svg' })) }),
  'GET /label/zpl/:id': (data) => ({
    inputs: fewCodes(data).map((input) => withQuery(input, { width: 50, height: 30 })),
  }),
}
/** All rows of the test were created in this time. */
const opened = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
const auditFilters = (merchantName: string, accountId: string): Input[] =>
  [
    ...[{ merchant: merchantName }, { merchant: 'Tea merchant 7' }, { action: 'sku.' }, { action: 'recall.' }],
    ...[{ actor: `merchant-${accountId.slice(0, 8)}` }, { actor: 'nobody' }],
  ].map((query) => ({ query }))
const withQuery = (input: Input, query: object): Input => ({ ...input, query: { ...query, ...input.query } })
/** Ten codes of every kind, from the orders in which they are hardest to find. */
const fewCodes = ({ largeOrderId, lateOrderId }: LargeData, limited = true): Input[] => {
  const limit = limited ? { limit: 10 } : {}
  return [
    { params: { id: largeOrderId }, query: { type: 'all', ...limit } },
    { params: { id: largeOrderId }, query: { type: 'inactive', ...limit } },
    { params: { id: lateOrderId }, query: { type: 'active', ...limit } },
  ]
}

let database: TestDatabase
let world: TestApp
let plans: Awaited<ReturnType<typeof recordPlans>>
let person: Person
let own: MerchantData
let data: LargeData
beforeAll(async () => {
  database = await cloneDatabase()
  const first = await testApp({ database })
  person = await first.approvedMerchant({ credit: 100 })
  own = await createMerchantData(first, person)
  const other = await createMerchantData(first, await first.approvedMerchant({ credit: 100 }))
  const skuId = await productOf(first, person)
  await first.close()
  data = await fillLists(database, [own, other], skuId)
  plans = await recordPlans(database)
  world = await testApp({ database })
}, 180_000)
afterAll(async () => {
  plans?.stop()
  await world?.close()
  await database?.drop()
})

const routes = Object.entries(manifest).filter(([name]) => name.startsWith('GET ') && !exempt[name])

test('every exemption and every option names a route', () => {
  for (const name of [...Object.keys(exempt), ...Object.keys(options)]) expect(Object.keys(manifest)).toContain(name)
})

test.each(routes)('%s reads no more rows than its answer needs, however large the tables are', async (name, entry) => {
  const found: string[] = []
  for (const role of callersOf(entry.denied)) {
    const asked = options[name]?.(data, own) ?? {}
    const inputs = asked.inputs ?? [
      (await apiCalls[name]?.send?.({ world, own, owner: person })) ?? entry.input?.(own) ?? {},
    ]
    for (const input of inputs)
      for (const query of chosenQueries(name, asked, input))
        found.push(...(await check(name, role, withQuery(input, query))))
  }
  expect(found.slice(0, 5), `${found.length} statements`).toEqual([])
})

/** A file reads its whole list: one order in one direction stands for the others. */
function chosenQueries(name: string, asked: ListOptions, { query }: Input) {
  const queries = queriesOf(schemaOf(name), asked, query)
  // The options of a layout change no statement, and each file takes a second to draw.
  if (name.startsWith('GET /label/')) return queries.slice(0, 1)
  return name.endsWith('.csv') ? [queries.find(({ sort }) => sort) ?? queries[0]!] : queries
}

const callersOf = (denied: (typeof manifest)[string]['denied']) => {
  if (denied === 'open') return [undefined]
  const roles = [!denied.includes('merchant') && ('merchant' as const), !denied.includes('admin') && ('admin' as const)]
  return roles.filter((role) => role !== false)
}

function schemaOf(name: string): z.ZodType | undefined {
  const route = world.app.routes.find(({ method, url }) => `${method} ${url.replace(/^\/api/, '')}` === name)
  return (route?.schema as { querystring?: z.ZodType } | undefined)?.querystring
}

/** Reads all chosen pages and returns the statements that read too much. */
async function check(name: string, role: 'merchant' | 'admin' | undefined, input: Input): Promise<string[]> {
  const paged = isPaged(schemaOf(name)) && !name.endsWith('.csv')
  const found: string[] = []
  const first = await read(name, role, input, found)
  if (!paged) return found
  const limit = 20
  for (const page of pagesOf(first.total ?? 0, limit).slice(1))
    await read(name, role, withQuery(input, { page, limit }), found)
  return found
}

let calls = 0
let caller: Record<string, Person | undefined> = {}

async function read(name: string, role: 'merchant' | 'admin' | undefined, input: Input, found: string[]) {
  // Accounts of their own for every 25 calls: routes answer each account so many times a minute.
  if (calls++ % 25 === 0)
    caller = {
      merchant: await world.signUp({ merchantId: person.merchantId!, confirmed: true }),
      admin: await world.admin(),
    }
  plans.take()
  const answer = await callRoute(world, name, input, role && (caller[role] as Person))
  const { statusCode, body } = answer
  // The codes are not anchored.
  if (!name.startsWith('GET /proof/'))
    expect([name, input.query, statusCode < 400 ? '' : body]).toEqual([name, input.query, ''])
  const isOwn =
    (input.query && 'search' in input.query) ||
    name === 'GET /search' ||
    unindexed[name]?.includes(String(input.query?.sort).replace('-', '')) ||
    (role === 'admin' && countedForAdmins.includes(name)) ||
    // The codes of one product are a sum over its orders.
    (name === 'GET /insights' && input.query?.skuId !== undefined) ||
    // The products of a trademark are read once.
    (name === 'GET /verdict/case' && input.query?.trademarkId !== undefined) ||
    // At most 100,000 codes, of which a page skips those before it.
    JSON.stringify(input).includes(data.logisticId)
  for (const plan of plans.take()) {
    const costly = costlyNodes(plan, isOwn ? ownBounds : bounds)
    if (costly.length > 0)
      found.push(`${role} ${JSON.stringify(input.query ?? {})}: ${costly.join(', ')} (${plan.ms} ms)\n${plan.text}`)
  }
  return (/json/.test(String(answer.headers['content-type'])) ? answer.json() : {}) as { total?: number }
}
