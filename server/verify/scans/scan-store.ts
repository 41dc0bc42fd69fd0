import type { Database } from '#server/core/db/database.ts'
import type { CodeHistory } from '#server/verdict/service.ts'
import type { ClearedWarnings, StoredWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import { restoreVisitLog, toVisit } from '#shared/verdict/visits/restore-visit-log.ts'
import type { Visit, VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog, encodeVisits, VISIT_BYTES } from '#shared/verdict/visits/visit-log-codec.ts'
import type { CodeStatus, ScanKind } from '#shared/verify/contract.ts'
import type { ScanContext as Visitor } from './scan-context.ts'

/** One scan of a code by a visitor. */
export interface ScanRequest extends Visitor {
  address: string
  /** Group of the visitor's network: see core/network-group.ts. */
  network: number
  /** Whether the request contained the secret that is printed with the code. */
  hasSecret: boolean
  /** Undefined for a scan that is not counted. */
  kind: ScanKind | undefined
}

export interface CodeRow extends CodeHistory {
  address: string
  merchant_id: string
  order_id: string
  sku_id: string
  /** Both null until the code is activated. */
  batch_id: string | null
  idx: number | null
  /** `unknown` for requests without the secret. */
  verdict: CodeStatus
  /** Whether the code was ever in a shipment. */
  wasShipped: boolean
}

/** Visits of one code that are appended without being merged into its visit log. The scan after that merges them. */
const MAX_PENDING_VISITS = 16
/**
 * Scans per statement. The limit is low, so that under load some rows are read and answered while the database works on
 * others.
 */
const MAX_BATCH = 25

/**
 * Finds codes and stores their scans. A scan row contains the whole visit log of its code, so only the latest row is
 * read. All arrays have the index of the scan: texts stay in the arrays until they are stored.
 */
export const SCAN = {
  name: 'verify_scan',
  text: `with found as materialized (
           select asked.place::int, c.address, c.merchant_id, c.order_id, o.sku_id, a.batch_id, a.idx,
             case when w.expires_at < now() then 'expired' when a.batch_id is null then 'not_active' else 'genuine' end as state,
             coalesce((select true from logistic_item i where i.address = c.address limit 1), false) as travels,
             m.consumed_at, m.copied_at, m.warned, m.cleared, latest.trail, latest.visits,
             ($3::text[])[asked.place] is not null and (($12::bytea[])[asked.place] is not null
               or coalesce(octet_length(latest.visits), 0) < ${MAX_PENDING_VISITS * VISIT_BYTES}) as is_stored
           from unnest($1::uuid[]) with ordinality as asked(address, place)
           join code c on c.address = asked.address
           join code_order o on o.id = c.order_id
           left join wallet w on w.merchant_id = c.merchant_id
           left join activation a on a.address = c.address
           left join code_mark m on m.address = c.address
           left join lateral (select s.trail, s.visits from scan s where s.address = c.address order by s.at desc limit 1)
             latest on true
         ), stored as (
           insert into scan (merchant_id, sku_id, order_id, address, kind, verdict, country, region, city, lat, lng, os, visitor,
             trail, visits)
           select merchant_id, sku_id, order_id, address, ($3::text[])[place],
             case when ($2::bool[])[place] then state else 'unknown' end,
             ($4::text[])[place], ($5::text[])[place], ($6::text[])[place], ($7::float8[])[place], ($8::float8[])[place],
             ($9::text[])[place], ($10::bytea[])[place], coalesce(($12::bytea[])[place], trail),
             case when ($12::bytea[])[place] is not null then null when state <> 'genuine' then visits
               else nullif(coalesce(visits, '') || coalesce(($11::bytea[])[place], ''), '') end
           from found where is_stored order by place
         )
         select place, merchant_id, order_id, sku_id, batch_id, idx, state, travels, consumed_at, copied_at,
           warned, cleared, trail, visits, is_stored
         from found`,
}

/**
 * In the order of the result columns. Rows as objects are built name by name, which took longer than all code that
 * reads them.
 */
type Columns = [
  place: number,
  merchant_id: string,
  order_id: string,
  sku_id: string,
  batch_id: string | null,
  idx: number | null,
  state: Exclude<CodeStatus, 'unknown'>,
  travels: boolean,
  consumed_at: Date | null,
  copied_at: Date | null,
  warned: StoredWarnings | null,
  cleared: ClearedWarnings | null,
  trail: Buffer | null,
  visits: Buffer | null,
  is_stored: boolean,
]

interface PendingScan {
  scan: ScanRequest
  /** The visits of waiting scans of the same code, then this scan's visit, if it counts as one. */
  visits: readonly Visit[]
  /** Replaces the stored visit log when pending visits had to be merged first. */
  trail: VisitLog | undefined
  resolve: (code: CodeRow | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Looks codes up and stores their scans, many per statement: while one statement runs, the next scans collect. A scan
 * is stored before its promise resolves, so every answer that waits for it is counted.
 */
export function scanStore(db: Pick<Database, 'asPublic'>): (scan: ScanRequest) => Promise<CodeRow | undefined> {
  let waiting: PendingScan[] = []
  let isWorking = false

  /**
   * Keeps one connection while scans wait. The next statement is sent before the answers to the last one are written.
   */
  async function work(): Promise<void> {
    let group: PendingScan[] = []
    try {
      await db.asPublic(async (client) => {
        while (waiting.length > 0) {
          const next = nextGroup(waiting)
          group = next.group
          waiting = next.rest
          const { rows } = await client.query<Columns>({ ...SCAN, rowMode: 'array', values: columns(group) })
          waiting.unshift(...resolveGroup(group, rows))
        }
      })
    } catch (error) {
      // Without a connection, all waiting scans fail.
      const failed = group.length > 0 ? group : waiting.splice(0)
      for (const { reject } of failed) reject(error)
    }
    isWorking = false
    start()
  }

  function start(): void {
    if (isWorking || waiting.length === 0) return
    isWorking = true
    void work()
  }

  return (scan) =>
    new Promise((resolve, reject) => {
      const isVisit = scan.hasSecret && scan.kind === 'VERIFY'
      const visits = isVisit ? [toVisit(scan, Date.now())] : []
      if (waiting.push({ scan, visits, trail: undefined, resolve, reject }) === 1) setImmediate(start)
    })
}

/**
 * Selects the next group. Scans of one code in one statement do not see each other in the database, so each contains
 * the visits of those before it.
 */
function nextGroup(waiting: readonly PendingScan[]): { group: PendingScan[]; rest: PendingScan[] } {
  const group: PendingScan[] = []
  const rest: PendingScan[] = []
  const visitsOf = new Map<string, readonly Visit[]>()
  for (const [place, pending] of waiting.entries()) {
    if (group.length === MAX_BATCH) return { group, rest: [...rest, ...waiting.slice(place)] }
    const { address } = pending.scan
    const earlier = visitsOf.get(address)
    if (earlier && earlier.length >= MAX_PENDING_VISITS) {
      rest.push(pending)
      continue
    }
    if (earlier) pending.visits = [...new Set([...earlier, ...pending.visits])]
    visitsOf.set(address, pending.visits)
    group.push(pending)
  }
  return { group, rest }
}

/** Resolves the stored scans. Returns the others: their pending visits have to be merged first. */
function resolveGroup(group: readonly PendingScan[], rows: readonly Columns[]): PendingScan[] {
  const again: PendingScan[] = []
  const found: (Columns | undefined)[] = []
  for (const row of rows) found[row[0] - 1] = row
  for (const [i, pending] of group.entries()) {
    const row = found[i]
    const code = row && codeOf(row, pending)
    const isDone = !row || row.at(-1) || !pending.scan.kind
    if (isDone) pending.resolve(code)
    else again.push({ ...pending, trail: code!.trail })
  }
  return again
}

function codeOf(row: Columns, { scan, visits }: PendingScan): CodeRow {
  const [, merchant_id, order_id, sku_id, batch_id, idx, state, travels, ...marks] = row
  const [consumed_at, copied_at, warned, cleared, counted, uncounted] = marks
  const verdict = scan.hasSecret ? state : 'unknown'
  const trail = restoreVisitLog({ trail: counted, visits: uncounted }, state === 'genuine' ? visits : [])
  const { address } = scan
  const known = { consumed_at, copied_at, warned, cleared }
  return { address, merchant_id, order_id, sku_id, batch_id, idx, verdict, wasShipped: travels, ...known, trail }
}

function columns(group: readonly PendingScan[]): unknown[] {
  const column = (of: (scan: ScanRequest) => unknown) => group.map(({ scan }) => of(scan) ?? null)
  // Values without commas and quotes need no escaping. Escaping would cost more than all other steps here.
  const unescaped = (of: (pending: PendingScan) => string | number | boolean | undefined) =>
    `{${group.map((pending) => of(pending) ?? 'null').join()}}`
  return [
    unescaped(({ scan }) => scan.address),
    unescaped(({ scan }) => scan.hasSecret),
    unescaped(({ scan }) => scan.kind),
    column(({ country }) => country),
    column(({ region }) => region),
    column(({ city }) => city),
    unescaped(({ scan }) => scan.lat),
    unescaped(({ scan }) => scan.lng),
    column(({ os }) => os),
    unescaped(({ scan }) => bytea(scan.visitor)),
    unescaped(({ visits }) => (visits.length > 0 ? bytea(hex(encodeVisits(visits))) : undefined)),
    unescaped(({ trail }) => trail && bytea(hex(encodeVisitLog(trail)))),
  ]
}

const hex = (bytes: Uint8Array<ArrayBuffer>): string => Buffer.from(bytes.buffer).toString('hex')
const bytea = (digits: string): string => `"\\\\x${digits}"`
