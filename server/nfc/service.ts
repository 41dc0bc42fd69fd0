import type pg from 'pg'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { removalBatch } from '#server/core/jobs/retention-rule.ts'
import { sameTapMinutes } from '#shared/nfc/tap-state.ts'
import { createTagKeys } from './tag-keys.ts'
import { provesCode, readTap } from './tap.ts'

export { createTagKeys, provesCode, readTap }

/** The merchant of an existing code, and the UID of its chip; null without one. */
export type TagOfCode = { merchantId: string; uid: Buffer | null }
/** A tap whose MAC is right. */
export type ProvenTap = { merchantId: string; uid: Buffer; counter: number; visitor: string }

const tagsQuery = {
  name: 'nfc_tags',
  text: `select c.address, c.merchant_id, t.uid from unnest($1::uuid[]) as asked(address)
         join code c on c.address = asked.address left join nfc_tag t on t.address = c.address`,
}

/** The chips of codes, by address. Codes that do not exist are absent. */
export async function readTagsOfCodes(pool: pg.Pool, addresses: readonly string[]): Promise<Map<string, TagOfCode>> {
  const { rows } = await pool.query<{ address: string; merchant_id: string; uid: Buffer | null }>({
    ...tagsQuery,
    values: [`{${addresses.join()}}`],
  })
  return new Map(rows.map(({ address, merchant_id, uid }) => [address, { merchantId: merchant_id, uid }]))
}

/** The code of a chip. */
export async function addressOfTag(pool: pg.Pool, merchantId: string, uid: Buffer): Promise<string | undefined> {
  const { rows } = await pool.query<{ address: string }>({
    name: 'nfc_address',
    text: 'select address from nfc_tag where merchant_id = $1 and uid = $2',
    values: [merchantId, uid],
  })
  return rows[0]?.address
}

/**
 * Stores the counters that are higher than those before, of one statement the highest of each chip. Rows are locked in one order, so
 * that two statements never wait for each other.
 */
const countersQuery = {
  name: 'nfc_counters',
  text: `with asked as materialized (
           select distinct on (merchant_id, uid) merchant_id, uid, counter, visitor
           from unnest($1::uuid[], $2::bytea[], $3::int[], $4::text[]) as a(merchant_id, uid, counter, visitor)
           order by merchant_id, uid, counter desc, visitor
         ), locked as materialized (
           select t.merchant_id, t.uid, t.order_id, t.tapped_at, asked.counter, asked.visitor
           from asked join nfc_tag t on t.merchant_id = asked.merchant_id and t.uid = asked.uid
           where t.last_ctr < asked.counter
           order by t.merchant_id, t.uid for update of t
         ), counted as (
           update nfc_tag t set last_ctr = l.counter, visitor = l.visitor, tapped_at = now() from locked l
           where t.merchant_id = l.merchant_id and t.uid = l.uid and t.last_ctr < l.counter
           returning t.merchant_id, t.uid, t.last_ctr, t.visitor, l.order_id, l.tapped_at
         ), first_taps as (
           select order_id, count(*)::int as taps from counted where tapped_at is null group by order_id
         ), orders as materialized (
           select n.order_id, f.taps from first_taps f join nfc_total n on n.order_id = f.order_id
           order by n.order_id for update of n
         ), totals as (
           update nfc_total n set tapped = n.tapped + o.taps from orders o where n.order_id = o.order_id
         )
         select merchant_id, uid, last_ctr, visitor from counted`,
}

/** A key of a tap: equal only for a call that the same visitor makes twice at the same moment. */
export const tapKey = ({ merchantId, uid, counter, visitor }: ProvenTap): string =>
  `${merchantId} ${uid.toString('hex')} ${counter} ${visitor}`
const tapOfKey = (key: string) => key.split(' ') as [merchantId: string, uid: string, counter: string, visitor: string]

/** Stores the counters of taps, given by their keys, before the promise resolves. Returns the keys of those that were higher. */
export async function storeCounters(pool: pg.Pool, keys: readonly string[]): Promise<Map<string, true>> {
  const taps = keys.map(tapOfKey)
  // No value has commas or quotes, except for the prefix of bytes, which is quoted.
  const column = (of: (tap: ReturnType<typeof tapOfKey>) => string) => `{${taps.map(of).join()}}`
  const values = [
    column(([merchantId]) => merchantId),
    column(([, uid]) => `"\\\\x${uid}"`),
    column(([, , counter]) => counter),
    column(([, , , visitor]) => visitor),
  ]
  const { rows } = await pool.query<{ merchant_id: string; uid: Buffer; last_ctr: number; visitor: string }>({
    ...countersQuery,
    values,
  })
  return new Map(
    rows.map(({ merchant_id: merchantId, last_ctr: counter, ...row }) => [
      tapKey({ merchantId, counter, ...row }),
      true,
    ]),
  )
}

/** How a tap relates to the newest one of its chip: later, the same by the same visitor a short time ago, or opened before. */
export async function compareTap(
  pool: pg.Pool,
  { merchantId, uid, counter, visitor }: ProvenTap,
): Promise<'later' | 'same' | 'before'> {
  const { rows } = await pool.query<{ is_later: boolean; is_same: boolean }>({
    name: 'nfc_compare',
    text: `select last_ctr < $3 as is_later,
             last_ctr = $3 and visitor = $4 and tapped_at > now() - make_interval(mins => ${sameTapMinutes}) as is_same
           from nfc_tag where merchant_id = $1 and uid = $2`,
    values: [merchantId, uid, counter, visitor],
  })
  const [found] = rows
  return found?.is_later ? 'later' : found?.is_same ? 'same' : 'before'
}

/**
 * Removes the visitors of old taps. The counter and the time of a tap stay, because later taps are compared with them. With an index
 * each tap would write more pages, so the rows are found by reading the table.
 *
 * @returns whether there are more
 */
export async function forgetTappers(tx: Tx, before: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update nfc_tag set visitor = null
    where ctid = any(array(
      select ctid from nfc_tag where visitor is not null and tapped_at < ${before.toISOString()}::timestamptz
      limit ${removalBatch} for update skip locked))`)
  return rowCount === removalBatch
}
