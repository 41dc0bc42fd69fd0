import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { urlOf } from '#client/core/api.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { type Effort, median, type Result, round, seconds } from './measure.ts'
import { captureOwner, type Owner, openApp } from './merchant.ts'
import type { Stage } from './stage.ts'

const rows = 100_000
const limit = 25
const lastPage = rows / limit

/** What somebody at a table of 100,000 rows does. */
const views = [
  { page: 1 },
  { page: lastPage / 2 },
  { page: lastPage },
  { page: lastPage / 2, sort: '-date' },
  { page: 1, search: '77777' },
] as const

/** Milliseconds that the server takes for the slowest page of 100,000 products and as many orders of one merchant. */
export async function tablePage(stage: Stage, { rounds }: Effort): Promise<Result> {
  return stage.scratch(async ({ services, superuser }) => {
    const app = await openApp(services)
    try {
      const owner = await captureOwner(services, app, randomUUID())
      await fill(superuser, owner)
      const taken: Record<string, number> = {}
      for (const [name, route] of [['sku', skuContract.list] as const, ['order', orderContract.list] as const]) {
        for (const view of views) {
          const url = urlOf(route, { query: { ...view, limit } })
          await page(app, owner, url)
          const times: number[] = []
          for (let turn = 0; turn < 3 * rounds; turn++) times.push(await seconds(() => page(app, owner, url)))
          taken[`${name} ${Object.values(view).join(' ')}`] = round(median(times) * 1000, 1)
        }
      }
      const slowest = Math.max(...Object.values(taken))
      return { name: 'table-page', ours: slowest, floor: null, ratio: null, unit: 'ms', rounds, rows, ...taken }
    } finally {
      await app.close()
    }
  })
}

async function page(app: FastifyInstance, { token }: Owner, url: string): Promise<void> {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  if (answer.statusCode !== 200) throw new Error(`${url} was answered ${answer.statusCode}: ${answer.body}`)
  if (answer.json<{ rows: unknown[] }>().rows.length === 0) throw new Error(`${url} has no rows`)
}

/** A year of products and orders, one every few minutes. */
async function fill(client: pg.Client, { merchantId }: Owner): Promise<void> {
  await client.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, 'Bench', 'B-1', 'Bench', 'Bench', 'my', 'Approved', '{}')`,
    [merchantId],
  )
  await client.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details, created_at)
     select $1, (select id from trademark where merchant_id = $1), 'Product ' || n, 'B-' || n,
       '{"sku_details": {"Origin": "Pahang"}, "sku_details_order": ["Origin"]}', now() - n * interval '5 minutes'
     from generate_series(1, ${rows}) n`,
    [merchantId],
  )
  await client.query(
    `insert into code_order (merchant_id, order_id, sku_id, quantity, tag, note, created_at)
     select merchant_id, 'B-' || row_number() over (), id, 10,
       substring(decode(lpad(to_hex(row_number() over ()), 10, '0'), 'hex') from 1 for 5), 'Note ' || sku, created_at
     from sku where merchant_id = $1`,
    [merchantId],
  )
  await client.query('vacuum analyze sku, code_order, trademark')
}
