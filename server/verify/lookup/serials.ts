import type pg from 'pg'
import { createMicroBatch } from './micro-batch.ts'

const serialsQuery = {
  name: 'verify_own_serials',
  text: `select c.address, s.serial from unnest($1::uuid[]) as asked(address)
         join code c on c.address = asked.address
         join own_serial s on s.order_id = c.order_id and s.serial_no = c.serial_no`,
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
