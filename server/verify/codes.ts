import type pg from 'pg'
import { microBatch } from './micro-batch.ts'

export interface CodeRow {
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
           exists (select from logistic_item i where i.address = c.address) as travels
         from code c
         join code_order o on o.id = c.order_id
         left join activation a on a.address = c.address
         where c.address = any($1::uuid[])`,
}

export function codeLookup(pool: pg.Pool): (address: string) => Promise<CodeRow | undefined> {
  return microBatch(async (addresses) => {
    const { rows } = await pool.query<CodeRow>({ ...CODES, values: [addresses] })
    return new Map(rows.map((row) => [row.address, row]))
  })
}
