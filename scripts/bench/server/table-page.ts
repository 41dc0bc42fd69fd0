import type pg from 'pg'
import { type Send, urlOf } from '#client/core/http/api.ts'
import { type BenchEffort, type BenchResult, measureSeconds, median, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { peakMb } from './memory.ts'

const rows = 100_000
const limit = 25
const lastPage = rows / limit

/** The actions of a user at a table of 100,000 rows. */
const views = [
  { page: 1 },
  { page: lastPage / 2 },
  { page: lastPage },
  { page: lastPage / 2, sort: '-date' },
  { page: 1, search: '77777' },
] as const

/**
 * Milliseconds that the demo merchant waits over HTTP for the slowest page of 100,000 products and as many orders, and the peak
 * memory of the web process in MB.
 */
export async function tablePage(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ superuser, databaseUrl }) => {
    await fill(superuser)
    const web = await stage.start('web', databaseUrl)
    const { send } = await createSignedInClient(web)
    const taken: Record<string, number> = {}
    for (const [name, route] of [['sku', skuContract.list] as const, ['order', orderContract.list] as const]) {
      for (const view of views) {
        const url = urlOf(route, { query: { ...view, limit } })
        await page(send, url)
        const times: number[] = []
        for (let turn = 0; turn < 3 * rounds; turn++) times.push(await measureSeconds(() => page(send, url)))
        taken[`${name} ${Object.values(view).join(' ')}`] = round(median(times) * 1000, 1)
      }
    }
    const webMb = round(peakMb(web.pid), 0)
    await web.stop()
    const slowest = Math.max(...Object.values(taken))
    return { name: 'table-page', ours: slowest, floor: null, ratio: null, unit: 'ms', rounds, rows, webMb, ...taken }
  })
}

async function page(send: Send, url: string): Promise<void> {
  const { status, body } = await send({ method: 'GET', url, headers: {} })
  if (status !== 200) throw new Error(`${url} responded with status ${status}: ${JSON.stringify(body)}`)
  if ((body as { rows: unknown[] }).rows.length === 0) throw new Error(`${url} has no rows`)
}

/** A year of products and orders, one every few minutes. */
async function fill(client: pg.Client): Promise<void> {
  const { rows: demo } = await client.query<{ id: string }>('select id from merchant where is_demo')
  const merchantId = demo[0]!.id
  await client.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, 'Bench', 'B-1', 'Bench', 'Bench', 'my', 'Approved', '{}')`,
    [merchantId],
  )
  await client.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details, created_at)
     select $1, (select id from trademark where merchant_id = $1 and registration_no = 'B-1'), 'Product ' || n, 'B-' || n,
       '{"sku_details": {"Origin": "Pahang"}, "sku_details_order": ["Origin"]}', now() - n * interval '5 minutes'
     from generate_series(1, ${rows}) n`,
    [merchantId],
  )
  await client.query(
    `insert into code_order (merchant_id, order_id, sku_id, quantity, prefix, note, created_at)
     select merchant_id, 'B-' || row_number() over (), id, 10,
       substring(decode(lpad(to_hex(row_number() over ()), 10, '0'), 'hex') from 1 for 5), 'Note ' || sku, created_at
     from sku where merchant_id = $1 and sku like 'B-%'`,
    [merchantId],
  )
  await client.query('vacuum analyze sku, code_order, trademark')
}
