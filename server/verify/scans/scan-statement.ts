import { VISIT_BYTES } from '#shared/verdict/visits/visit-log-codec.ts'
import { verdictLetters } from './scan-columns.ts'

/** Maximum number of visits of one code that are not merged into its visit log. Then the next scan has to merge them first. */
export const MAX_PENDING_VISITS = 16
const FULL = MAX_PENDING_VISITS * VISIT_BYTES

const { genuine, expired, not_active, unknown } = verdictLetters
const isVisited = `(($8::bytea[])[item] is not null and state = '${genuine}')`
const isStored = `(not ${isVisited} or remembered.address is not null)`

/** Runs of `recent_visits`. The migration creates them. */
export const RUNS = 4
export const CURRENT_RUN = 'select run from recent_run'
/** 0 for the current run, then 1 for the one before it, and so on. */
export const ageOf = (run: string): string => `((${CURRENT_RUN}) - ${run} + ${RUNS}) % ${RUNS}`

const hasSpace = (row: string): string => `coalesce(octet_length(${row}.visits), 0) < ${FULL}`
const isMerged = (row: string, item: string): string =>
  `(${row}.visits = ($11::bytea[])[${item}] and ${row}.trail is not distinct from ($10::bytea[])[${item}])`
const itemOf = (row: string): string => `array_position($1::uuid[], ${row}.address)`

/**
 * Finds codes, appends visits to the memory of their codes, and logs the scans. All parameters are arrays.
 *
 * $1 to $7 and $12 have the index of the scan. $8 to $11 have the index of the first scan of the same code, which $2
 * names: the visits of all scans of the code, and, if its memory was read and found full, the merged visit log ($9) and
 * the memory that it was merged from ($10, $11). $12 asks for the memory of a code to which no visit is added.
 *
 * The memory of a code is its row in the newest run, or in `code_visits`. A code without a row in the current run gets one
 * with its memory. `on conflict` locks the newest version of the row until the commit. So no process loses the visits of
 * another, and a merged visit log replaces only the memory that it was merged from. The current run cannot change
 * meanwhile: the statement locks `recent_visits` before its snapshot. Rows are locked in the order of their addresses, so
 * that two statements never wait for each other. A code whose memory is full is not returned by `remembered`: its scans
 * are not logged, and the caller sends them again with the merged visit log.
 */
export const SCAN = {
  name: 'verify_scan',
  text: `with known as materialized (
           select asked.place::int, ($2::int[])[asked.place] as item, c.address, c.merchant_id, c.order_id, o.sku_id, a.batch_id,
             a.idx, case when w.expires_at < now() then '${expired}' when a.batch_id is null then '${not_active}'
               else '${genuine}' end as state,
             coalesce((select true from logistic_item i where i.address = c.address limit 1), false) as was_shipped,
             m.consumed_at, m.copied_at, m.warned, m.cleared
           from unnest($1::uuid[]) with ordinality as asked(address, place)
           join code c on c.address = asked.address
           join code_order o on o.id = c.order_id
           left join wallet w on w.merchant_id = c.merchant_id
           left join activation a on a.address = c.address
           left join code_mark m on m.address = c.address
         ), recalled as materialized (
           select known.*, case when recent.visits is null then merged.trail else recent.trail end as trail,
             coalesce(recent.visits, merged.visits) as visits
           from known
           left join lateral (select newest.trail, newest.visits from recent_visits newest
             where newest.address = case when ${isVisited} or ($12::bool[])[place] or state <> '${genuine}' then known.address end
             order by ${ageOf('newest.run')} limit 1) recent on true
           left join code_visits merged on merged.address = case when recent.visits is null
             and (${isVisited} or ($12::bool[])[place] or state <> '${genuine}') then known.address end
         ), remembered as (
           insert into recent_visits as memory (run, address, trail, visits)
           select (${CURRENT_RUN}), address, case when ${hasSpace('recalled')} then trail else ($9::bytea[])[item] end,
             case when ${hasSpace('recalled')} then coalesce(visits, '') else '' end || ($8::bytea[])[item]
           from recalled where place = item and ${isVisited} and (${hasSpace('recalled')} or ${isMerged('recalled', 'item')})
           order by address
           on conflict (address, run) do update set
             trail = case when ${hasSpace('memory')} then memory.trail else ($9::bytea[])[${itemOf('memory')}] end,
             visits = case when ${hasSpace('memory')} then memory.visits else '' end || ($8::bytea[])[${itemOf('memory')}]
             where ${hasSpace('memory')} or ${isMerged('memory', itemOf('memory'))}
           returning address, trail, visits
         ), found as materialized (
           select place, merchant_id, order_id, sku_id, batch_id, idx, state, was_shipped, consumed_at, copied_at, warned, cleared,
             recalled.address, remembered.address is not null as is_appended, ${isStored} as is_stored,
             case when remembered.address is null then recalled.trail else remembered.trail end as trail,
             case when remembered.address is null then recalled.visits else remembered.visits end as visits
           from recalled left join remembered on remembered.address = recalled.address
         ), logged as (
           insert into scan (visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
           select ($7::bigint[])[place], ($5::int[])[place], ($6::smallint[])[place], ($4::"char"[])[place],
             (case when ($3::bool[])[place] then state else '${unknown}' end)::"char", merchant_id, sku_id, address
           from found where is_stored and ($4::"char"[])[place] is not null order by place
         )
         select place, merchant_id, order_id, sku_id, batch_id, idx, state, was_shipped, consumed_at, copied_at,
           warned, cleared, trail, visits, is_appended, is_stored
         from found`,
}
