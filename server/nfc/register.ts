import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { TagError, TagInput, TagKeys } from '#shared/nfc/contract.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { fileSettings, tagTemplate } from './crypto/ndef.ts'
import type { ChipKeys } from './tag-keys.ts'

/** Where chips are bound: a list of one order. */
export type ChipList = { merchantId: string; orderId: string; upload: string; tags: readonly TagInput[] }

type ListedTag = {
  row: number
  serial_no: number
  uid: string
  address: string | null
  problem: TagError['problem'] | null
}

/**
 * Finds the codes of a list, and what is wrong with each row. A code that this list has bound before with the same chip is no problem:
 * the call is sent again.
 */
async function checkTags(tx: Tx, { merchantId, orderId, upload, tags }: ChipList): Promise<ListedTag[]> {
  const rows = tags.map((tag, at) => ({ row: at + 1, ...tag }))
  const { rows: found } = await tx.execute<ListedTag>(sql`
    select listed.row, listed.serial_no, listed.uid, c.address,
      case when c.address is null then 'serial'
        when row_number() over (partition by listed.serial_no order by listed.row) > 1
          or row_number() over (partition by listed.uid order by listed.row) > 1 then 'duplicate'
        when own.address is not null and (own.upload_id <> ${upload}::uuid or own.uid <> decode(listed.uid, 'hex')) then 'hasTag'
        when other.address <> c.address then 'uidTaken' end as problem
    from ${recordset(rows, 'row int, serial_no int, uid text')}
    left join code c on c.order_id = ${orderId}::uuid and c.serial_no = listed.serial_no
    left join nfc_tag own on own.address = c.address
    left join nfc_tag other on other.merchant_id = ${merchantId}::uuid and other.uid = decode(listed.uid, 'hex')
    order by listed.row`)
  return found
}

/** Binds the chips of a list, or none of them. Lists of one merchant are bound one after the other. */
export async function bindTags(
  tx: Tx,
  list: ChipList,
): Promise<{ bound: number; errors: TagError[]; codes: ListedTag[] }> {
  const { merchantId, orderId, upload } = list
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`nfc:${merchantId}`}, 0))`)
  const codes = await checkTags(tx, list)
  const errors = codes.flatMap(({ row, problem }) => (problem ? [{ row, problem }] : []))
  if (errors.length > 0) return { bound: 0, errors, codes }
  const { rowCount } = await tx.execute(sql`
    insert into nfc_tag (merchant_id, uid, address, order_id, upload_id)
    select ${merchantId}::uuid, decode(listed.uid, 'hex'), listed.address, ${orderId}::uuid, ${upload}::uuid
    from ${recordset(codes, 'uid text, address uuid')} order by 2
    on conflict do nothing`)
  const bound = rowCount ?? 0
  await tx.execute(sql`
    insert into nfc_total as known (order_id, merchant_id, tagged) values (${orderId}::uuid, ${merchantId}::uuid, ${bound})
    on conflict (order_id) do update set tagged = known.tagged + excluded.tagged`)
  return { bound, errors, codes }
}

/** What an encoder writes to each chip. */
export function keysOfTags(keys: ChipKeys, publicUrl: string, codes: readonly ListedTag[]): TagKeys[] {
  return codes.map(({ serial_no, uid, address }) => {
    const key = (number: number) => keys.keyOf(Buffer.from(uid, 'hex'), number).toString('hex').toUpperCase()
    const settings = fileSettings(tagTemplate(publicUrl, formatAddress(address!)))
    return {
      serial_no,
      uid,
      ...{ key_0: key(0), key_1: key(1), key_2: key(2), key_3: key(3), key_4: key(4) },
      file_settings: settings.toString('hex').toUpperCase(),
    }
  })
}
