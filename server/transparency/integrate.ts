import { leafHash } from '#server/anchoring/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type LogEntry, logEntryText } from '#shared/transparency/entry.ts'
import { appendLeaves, subtreeRoots } from './tree-store.ts'

/** Entries that one transaction adds. */
export const maxEntries = 4096

/**
 * Moves waiting batches from the queue into the log: entries, tiles and the new head in one transaction, so that a log
 * after a kill is the log before it or the log with all of them. The lock allows one writer.
 *
 * @returns how many entries were added
 */
export async function integrate(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('transparency:log', 0)) as mine`,
  )
  if (!rows[0]?.mine) return 0
  const batches = await waitingBatches(tx)
  if (batches.length === 0) return 0
  const size = await sizeOf(tx)
  const entries = batches.map(({ entry }) => Buffer.from(logEntryText(entry)))
  await tx.execute(sql`
    insert into log_entry (idx, commitment_id, entry)
    select ${size}::bigint + place - 1, id, decode(entry, 'hex')
    from unnest(${uuidArray(batches.map(({ id }) => id))}, ${arrayText(entries.map((entry) => entry.toString('hex')))}::text[])
      with ordinality as written (id, entry, place)`)
  await appendLeaves(tx, size, entries.map(leafHash))
  const grown = size + entries.length
  const [root] = await subtreeRoots(tx, [[0, grown]])
  await tx.execute(sql`insert into log_head (size, root) values (${grown}, ${root})`)
  await tx.execute(sql`delete from log_queue where commitment_id = any(${uuidArray(batches.map(({ id }) => id))})`)
  return entries.length
}

async function sizeOf(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ size: string }>(sql`select coalesce(max(idx) + 1, 0) as size from log_entry`)
  return Number(rows[0]!.size)
}

type Waiting = { id: string; entry: Omit<LogEntry, 'v' | 'more'> }
type WaitingRow = {
  id: string
  merchant_id: string | null
  merchant: string
  batch: string
  products: LogEntry['products']
  size: number
  root: Buffer
  created_at: string | Date
}

/** The oldest batches of the queue with what their entries state. */
async function waitingBatches(tx: Tx): Promise<Waiting[]> {
  const { rows } = await tx.execute<WaitingRow>(sql`
    select q.commitment_id as id, c.merchant_id, coalesce(m.name, '') as merchant, coalesce(b.identifier, '') as batch,
      c.size, c.root, c.created_at,
      (select coalesce(json_agg(json_build_object('trademark', t.registration_name, 'sku', s.sku, 'name', s.name)
                                order by s.sku, s.id), '[]')
       from payload p join sku s on s.id = p.sku_id join trademark t on t.id = s.trademark_id
       where p.batch_id = c.batch_id) as products
    from (select * from log_queue order by at, commitment_id limit ${maxEntries}) q
    join anchor_commitment c on c.id = q.commitment_id
    left join activation_batch b on b.id = c.batch_id
    left join merchant m on m.id = c.merchant_id
    order by q.at, q.commitment_id`)
  return rows.map(({ id, merchant_id, merchant, batch, products, size, root, created_at }) => ({
    id,
    entry: {
      merchant: { id: merchant_id ?? '', name: merchant },
      batch,
      products,
      size,
      root: root.toString('hex'),
      time: new Date(created_at).toISOString(),
    },
  }))
}

/** Enqueues the batches that are not in the log: all of them, after it was emptied. The others are enqueued by a trigger. */
export async function enqueueMissingBatches(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into log_queue (commitment_id, at)
    select c.id, c.created_at from anchor_commitment c
    where c.kind = 'batch' and not exists (select from log_entry e where e.commitment_id = c.id)
    on conflict do nothing`)
}
