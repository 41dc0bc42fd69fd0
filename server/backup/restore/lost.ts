import pg from 'pg'
import { asBackup } from '#server/backup/write/snapshot.ts'

/** What the database had that was made after a time. */
export type LostData = {
  since: string
  orders: { id: string; merchant: string; codes: number; at: string }[]
  batches: { id: string; merchant: string; codes: number; at: string }[]
  /** Rows of other tables, by the column with the time at which a row was made. */
  tables: Record<string, number>
}

const listed = 10_000

/** Orders and batches with their ids, and the number of rows of each table that says when a row was made. */
export async function lostSince(databaseUrl: string, since: string): Promise<LostData> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' })
  await client.connect()
  try {
    await client.query(`begin; ${asBackup}`)
    const { rows: orders } = await client.query<LostData['orders'][number]>(
      `select o.id, m.name as merchant, o.quantity::int as codes, o.created_at::text as at
       from code_order o join merchant m on m.id = o.merchant_id where o.created_at > $1 order by o.created_at limit $2`,
      [since, listed],
    )
    const { rows: batches } = await client.query<LostData['batches'][number]>(
      `select c.batch_id as id, m.name as merchant, c.size::int as codes, c.created_at::text as at
       from anchor_commitment c join merchant m on m.id = c.merchant_id
       where c.kind = 'batch' and c.created_at > $1 order by c.created_at limit $2`,
      [since, listed],
    )
    const { rows: tables } = await client.query<{ name: string; count: string }>(
      `select name, (xpath('/row/n/text()', query_to_xml(
           format('select count(*) as n from %s where %I > %L', name, "column", $1::text), false, true, '')))[1]::text as count
       from (select c.relname as name, a.attname as "column" from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname in ('created_at', 'at') and not a.attisdropped
           and a.atttypid = 'timestamptz'::regtype
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition) found order by name`,
      [since],
    )
    const counted = tables.flatMap(({ name, count }) => (Number(count) > 0 ? [[name, Number(count)] as const] : []))
    return { since, orders, batches, tables: Object.fromEntries(counted) }
  } finally {
    await client.end()
  }
}

/** Lines for the operator. */
export function lostLines({ since, orders, batches, tables }: LostData): string[] {
  const others = Object.entries(tables).map(([name, count]) => `  ${name}: ${count}`)
  if (orders.length + batches.length + others.length === 0) return [`Nothing was made after ${since}.`]
  return [
    `Made after ${since}, and not in the database any more:`,
    ...orders.map(({ id, merchant, codes, at }) => `  order ${id} of ${merchant}: ${codes} codes, ${at}`),
    ...batches.map(({ id, merchant, codes, at }) => `  activation ${id} of ${merchant}: ${codes} codes, ${at}`),
    ...others,
  ]
}
