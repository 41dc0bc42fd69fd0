import type pg from 'pg'
import type { Remembered } from '#server/verdict/service.ts'
import { microBatch } from './micro-batch.ts'

export interface CodeRow extends Remembered {
  address: string
  merchant_id: string
  order_id: string
  sku_id: string
  /** Both null until the code is activated. */
  batch_id: string | null
  idx: number | null
  /** Whether it was ever in a shipment. */
  travels: boolean
}

const CODES = {
  name: 'verify_codes',
  text: `select c.address, c.merchant_id, c.order_id, o.sku_id, a.batch_id, a.idx,
           coalesce((select true from logistic_item i where i.address = c.address limit 1), false) as travels,
           m.consumed_at, m.copied_at,
           (select s.trail from scan s where s.address = c.address order by s.at desc limit 1) as trail
         from code c
         join code_order o on o.id = c.order_id
         left join activation a on a.address = c.address
         left join code_mark m on m.address = c.address
         where c.address = any($1::uuid[])`,
}

/** As the columns of the query stand. Rows by name are built name by name, which took longer than all that reads them. */
type Columns = [
  address: string,
  merchant_id: string,
  order_id: string,
  sku_id: string,
  batch_id: string | null,
  idx: number | null,
  travels: boolean,
  consumed_at: Date | null,
  copied_at: Date | null,
  trail: Buffer | null,
]

export function codeLookup(pool: pg.Pool): (address: string) => Promise<CodeRow | undefined> {
  return microBatch(async (addresses) => {
    const { rows } = await pool.query<Columns>({ ...CODES, rowMode: 'array', values: [addresses] })
    return new Map(rows.map((row) => [row[0], codeOf(row)]))
  })
}

function codeOf(row: Columns): CodeRow {
  const [address, merchant_id, order_id, sku_id, batch_id, idx, travels, consumed_at, copied_at, trail] = row
  return { address, merchant_id, order_id, sku_id, batch_id, idx, travels, consumed_at, copied_at, trail }
}
