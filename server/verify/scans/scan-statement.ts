import { productOf } from '#server/order/service.ts'
import { verdictLetters } from '#server/scan/table.ts'
import { noProduct } from '#shared/scan/no-product.ts'
import type { ClearedWarnings, StoredWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import { visitBytes } from '#shared/verdict/visits/visit-log-codec.ts'

/** Maximum number of visits of one code that are not merged into its visit log. Then the next scan has to merge them first. */
export const maxPendingVisits = 16
const fullBytes = maxPendingVisits * visitBytes

/**
 * The parameters in their order, each an array of this type. `visits` to `fullVisits` have the index of the first scan of the same code, which
 * `first` names; all others have the index of the scan.
 */
const parameterTypes = {
  address: 'uuid',
  /** Index of the first scan of the same code, counted from 1. */
  first: 'int',
  hasSecret: 'bool',
  kind: '"char"',
  placeId: 'int',
  os: 'smallint',
  visitor: 'bigint',
  /** The visits of all scans of the code. */
  visits: 'bytea',
  /** If the memory of the code was read and found full: the merged visit log, and the memory that it was merged from. */
  mergedLog: 'bytea',
  fullLog: 'bytea',
  fullVisits: 'bytea',
  /** Asks for the memory of a code to which no visit is added. */
  isRecalled: 'bool',
} as const
type ScanParameter = keyof typeof parameterTypes
const parameters = Object.keys(parameterTypes) as ScanParameter[]

/** The parameters in the order in which the statement expects them. */
export const scanValues = (byName: Record<ScanParameter, string>): string[] => parameters.map((name) => byName[name])

const list = (name: ScanParameter): string => `$${parameters.indexOf(name) + 1}::${parameterTypes[name]}[]`
const element = (name: ScanParameter, index: string): string => `(${list(name)})[${index}]`

/** A found code with its memory, for the scan at `place`, counted from 1. */
export type FoundCode = {
  place: number
  merchant_id: string
  order_id: string
  /** Null for a blank code that is not bound to a product. */
  sku_id: string | null
  /** Both null until the code is activated. */
  batch_id: string | null
  idx: number | null
  /** See `verdictLetters`. */
  state: string
  /** When the code first left in a shipment; null if it never did. */
  shipped_at: Date | null
  consumed_at: Date | null
  copied_at: Date | null
  warned: StoredWarnings | null
  cleared: ClearedWarnings | null
  visit_log: Buffer | null
  visits: Buffer | null
  /** Whether `visits` ends with the visits of this statement. */
  is_appended: boolean
  /** False: the memory was full, and nothing of the scan is stored. */
  is_stored: boolean
}

export const scanResult = [
  'place',
  'merchant_id',
  'order_id',
  'sku_id',
  'batch_id',
  'idx',
  'state',
  'shipped_at',
  'consumed_at',
  'copied_at',
  'warned',
  'cleared',
  'visit_log',
  'visits',
  'is_appended',
  'is_stored',
] as const satisfies readonly (keyof FoundCode)[]
type ValuesOf<Names extends readonly (keyof FoundCode)[]> = {
  -readonly [Index in keyof Names]: FoundCode[Names[Index]]
}
/** The values of a row in the order of `scanResult`. */
export type ScanResultValues = ValuesOf<typeof scanResult>

/**
 * The row of a result that is read as arrays. The driver builds rows as objects name by name, which took longer than all code that
 * reads them.
 */
export function foundCode(values: ScanResultValues): FoundCode {
  const [place, merchant_id, order_id, sku_id, batch_id, idx, state, shipped_at, ...more] = values
  const [consumed_at, copied_at, warned, cleared, visit_log, visits, is_appended, is_stored] = more
  const code = { place, merchant_id, order_id, sku_id, batch_id, idx, state, shipped_at }
  return { ...code, consumed_at, copied_at, warned, cleared, visit_log, visits, is_appended, is_stored }
}

const { genuine, expired, not_active, unknown } = verdictLetters
const isVisited = `(${element('visits', 'item')} is not null and state = '${genuine}')`
const isRecalled = `(${isVisited} or ${element('isRecalled', 'place')} or state <> '${genuine}')`
const isStored = `(not ${isVisited} or remembered.address is not null)`

/** Runs of `recent_visits`. The migration creates them. */
export const runCount = 4
export const currentRun = 'select run from recent_run'
/** 0 for the current run, then 1 for the one before it, and so on. */
export const ageOf = (run: string): string => `((${currentRun}) - ${run} + ${runCount}) % ${runCount}`

const hasSpace = (row: string): string => `coalesce(octet_length(${row}.visits), 0) < ${fullBytes}`
const isMerged = (row: string, item: string): string =>
  `(${row}.visits = ${element('fullVisits', item)} and ${row}.visit_log is not distinct from ${element('fullLog', item)})`
const itemOf = (row: string): string => `array_position(${list('address')}, ${row}.address)`

/** When the code first left in a shipment: the time that a person gave, or the one at which the shipment was entered. */
export const firstShipment = (address: string): string => `(select min(coalesce(l.shipped_at, l.created_at))
  from logistic_item i join logistic l on l.id = i.logistic_id and l.removed_at is null where i.address = ${address})`

/**
 * Finds codes, appends visits to the memory of their codes, and logs the scans.
 *
 * The memory of a code is its row in the newest run, or in `code_visits`. A code without a row in the current run gets one
 * with its memory. `on conflict` locks the newest version of the row until the commit. So no process loses the visits of
 * another, and a merged visit log replaces only the memory that it was merged from. The current run cannot change
 * meanwhile: the statement locks `recent_visits` before its snapshot. Rows are locked in the order of their addresses, so
 * that two statements never wait for each other. A code whose memory is full is not returned by `remembered`: its scans
 * are not logged, and the caller sends them again with the merged visit log.
 */
export const scanStatement = {
  name: 'verify_scan',
  text: `with known as materialized (
           select asked.place::int, ${element('first', 'asked.place')} as item, c.address, c.merchant_id, c.order_id, ${productOf('c', 'o')} as sku_id, a.batch_id,
             a.idx, case when w.expires_at < now() then '${expired}' when a.batch_id is null then '${not_active}'
               else '${genuine}' end as state,
             ${firstShipment('c.address')} as shipped_at,
             m.consumed_at, m.copied_at, m.warned, m.cleared
           from unnest(${list('address')}) with ordinality as asked(address, place)
           join code c on c.address = asked.address
           join code_order o on o.id = c.order_id
           left join wallet w on w.merchant_id = c.merchant_id
           left join activation a on a.address = c.address
           left join code_mark m on m.address = c.address
         ), recalled as materialized (
           select known.*, case when recent.visits is null then merged.visit_log else recent.visit_log end as visit_log,
             coalesce(recent.visits, merged.visits) as visits
           from known
           left join lateral (select newest.visit_log, newest.visits from recent_visits newest
             where newest.address = case when ${isRecalled} then known.address end
             order by ${ageOf('newest.run')} limit 1) recent on true
           left join code_visits merged on merged.address = case when recent.visits is null
             and ${isRecalled} then known.address end
         ), remembered as (
           insert into recent_visits as memory (run, address, visit_log, visits)
           select (${currentRun}), address, case when ${hasSpace('recalled')} then visit_log else ${element('mergedLog', 'item')} end,
             case when ${hasSpace('recalled')} then coalesce(visits, '') else '' end || ${element('visits', 'item')}
           from recalled where place = item and ${isVisited} and (${hasSpace('recalled')} or ${isMerged('recalled', 'item')})
           order by address
           on conflict (address, run) do update set
             visit_log = case when ${hasSpace('memory')} then memory.visit_log else ${element('mergedLog', itemOf('memory'))} end,
             visits = case when ${hasSpace('memory')} then memory.visits else '' end || ${element('visits', itemOf('memory'))}
             where ${hasSpace('memory')} or ${isMerged('memory', itemOf('memory'))}
           returning address, visit_log, visits
         ), found as materialized (
           select place, merchant_id, order_id, sku_id, batch_id, idx, state, shipped_at, consumed_at, copied_at, warned, cleared,
             recalled.address, remembered.address is not null as is_appended, ${isStored} as is_stored,
             case when remembered.address is null then recalled.visit_log else remembered.visit_log end as visit_log,
             case when remembered.address is null then recalled.visits else remembered.visits end as visits
           from recalled left join remembered on remembered.address = recalled.address
         ), logged as (
           insert into scan (visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
           select ${element('visitor', 'place')}, ${element('placeId', 'place')}, ${element('os', 'place')}, ${element('kind', 'place')},
             (case when ${element('hasSecret', 'place')} then state else '${unknown}' end)::"char", merchant_id, coalesce(sku_id, '${noProduct}'), address
           from found where is_stored and ${element('kind', 'place')} is not null order by place
         )
         select ${scanResult.join(', ')}
         from found`,
}
