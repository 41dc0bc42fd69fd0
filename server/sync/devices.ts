import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Device } from '#shared/sync/contract.ts'

/** `missing` counts the lost operations: those that a device numbered, does not hold any more, and did not deliver. */
export async function listDevices(tx: Tx, merchantId: string): Promise<Device[]> {
  const { rows } = await tx.execute<Omit<Device, 'lastSeen'> & { lastSeen: Date }>(sql`
    select device_id as id, user_id as user, last_seen as "lastSeen", pending as waiting,
      greatest(0, max_n - pending - discarded - (
        select count(distinct n) from sync_op o
        where o.merchant_id = d.merchant_id and o.device_id = d.device_id and o.n <= d.max_n)
        - coalesce((select n from sync_op_count c where c.merchant_id = d.merchant_id and c.device_id = d.device_id), 0)
      )::int as missing
    from sync_device d where merchant_id = ${merchantId} order by last_seen desc limit 1000`)
  return rows.map((row) => ({ ...row, lastSeen: new Date(row.lastSeen).toISOString() }))
}
