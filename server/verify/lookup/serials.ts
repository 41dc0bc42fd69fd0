import type pg from 'pg'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'

const serialsQuery = {
  name: 'verify_own_serials',
  text: `select c.address, s.serial from unnest($1::uuid[]) as asked(address)
         join lateral (select * from code where code.address = asked.address offset 0) c on true
         join lateral (select serial from own_serial own where own.order_id = c.order_id and own.serial_no = c.serial_no offset 0) s
           on true`,
}

/** Returns a function that finds the serial that the item of a code had before. */
export function createSerialLookup(pool: pg.Pool): (address: string) => Promise<string | undefined> {
  return createMicroBatch<string>(async (addresses) => {
    const { rows } = await pool.query<{ address: string; serial: string }>({
      ...serialsQuery,
      values: [`{${addresses.join()}}`],
    })
    return new Map(rows.map(({ address, serial }) => [address, serial]))
  })
}
