import type { Database } from '#server/core/db/database.ts'
import type { CodeHistory } from '#server/verdict/service.ts'
import type { ClearedWarnings, StoredWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import { restoreVisitLog, toVisit } from '#shared/verdict/visits/restore-visit-log.ts'
import type { Visit, VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog, encodeVisits, VISIT_BYTES } from '#shared/verdict/visits/visit-log-codec.ts'
import type { CodeStatus, ScanKind } from '#shared/verify/contract.ts'
import type { ScanContext as Visitor } from './scan-context.ts'

/** Somebody's look at a code. */
export interface ScanRequest extends Visitor {
  address: string
  /** Group of the visitor's network: see core/network-group.ts. */
  network: number
  /** Whether the secret that is printed with the code came along. */
  hasSecret: boolean
  /** Undefined for a look that is not counted. */
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
  /** `unknown` to those who do not hold its secret. */
  verdict: CodeStatus
  /** Whether it was ever in a shipment. */
  wasShipped: boolean
}

/**
 * Visits of one code that are stored one by one. They are put behind those before them without being looked at; the next
 * scan has them counted up first.
 */
const MAX_PENDING_VISITS = 16
/**
 * Looks of one statement. So few that, where many are under way, some are read and answered while the database is at work on
 * others.
 */
const MAX_BATCH = 25

/**
 * Finds codes and stores the looks at them. A row of scans carries all that its code remembers, so the latest one is all
 * that is read of them. The places of the arrays are those of the looks: texts stay in their arrays until they are stored.
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

/** As the columns of the answer stand. Rows by name are built name by name, which took longer than all that reads them. */
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
  look: ScanRequest
  /** This visit, if it is one, behind those at the same code that are under way. */
  visits: readonly Visit[]
  /** Takes the place of what is stored, where that has to be counted up first. */
  trail: VisitLog | undefined
  resolve: (code: CodeRow | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Looks codes up and counts the looks, many in one statement: while one is under way the next looks gather, and go together.
 * A scan is on disk before the promise resolves, so an answer that waits for it is never an answer that was not counted.
 */
export function scanStore(db: Pick<Database, 'asPublic'>): (look: ScanRequest) => Promise<CodeRow | undefined> {
  let waiting: PendingScan[] = []
  let isWorking = false

  /** On one connection as long as somebody waits: the next statement is out before the answers to the last are written. */
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
      // Without a connection it is nobody's turn.
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

  return (look) =>
    new Promise((resolve, reject) => {
      const isVisit = look.hasSecret && look.kind === 'VERIFY'
      const visits = isVisit ? [toVisit(look, Date.now())] : []
      if (waiting.push({ look, visits, trail: undefined, resolve, reject }) === 1) setImmediate(start)
    })
}

/** What goes next. Looks at one code do not see each other in the database, so each carries the visits of those before it. */
function nextGroup(waiting: readonly PendingScan[]): { group: PendingScan[]; rest: PendingScan[] } {
  const group: PendingScan[] = []
  const rest: PendingScan[] = []
  const visitsOf = new Map<string, readonly Visit[]>()
  for (const [place, asked] of waiting.entries()) {
    if (group.length === MAX_BATCH) return { group, rest: [...rest, ...waiting.slice(place)] }
    const { address } = asked.look
    const earlier = visitsOf.get(address)
    if (earlier && earlier.length >= MAX_PENDING_VISITS) {
      rest.push(asked)
      continue
    }
    if (earlier) asked.visits = [...new Set([...earlier, ...asked.visits])]
    visitsOf.set(address, asked.visits)
    group.push(asked)
  }
  return { group, rest }
}

/** Answers those whose look is stored, and gives back those whose code has to have its visits counted up for it. */
function resolveGroup(group: readonly PendingScan[], rows: readonly Columns[]): PendingScan[] {
  const again: PendingScan[] = []
  const found: (Columns | undefined)[] = []
  for (const row of rows) found[row[0] - 1] = row
  for (const [i, asked] of group.entries()) {
    const row = found[i]
    const code = row && codeOf(row, asked)
    const isDone = !row || row.at(-1) || !asked.look.kind
    if (isDone) asked.resolve(code)
    else again.push({ ...asked, trail: code!.trail })
  }
  return again
}

function codeOf(row: Columns, { look, visits }: PendingScan): CodeRow {
  const [, merchant_id, order_id, sku_id, batch_id, idx, state, travels, ...marks] = row
  const [consumed_at, copied_at, warned, cleared, counted, uncounted] = marks
  const verdict = look.hasSecret ? state : 'unknown'
  const trail = restoreVisitLog({ trail: counted, visits: uncounted }, state === 'genuine' ? visits : [])
  const { address } = look
  const known = { consumed_at, copied_at, warned, cleared }
  return { address, merchant_id, order_id, sku_id, batch_id, idx, verdict, wasShipped: travels, ...known, trail }
}

function columns(group: readonly PendingScan[]): unknown[] {
  const column = (of: (look: ScanRequest) => unknown) => group.map(({ look }) => of(look) ?? null)
  // What nobody can put a comma or a quote into needs no escaping, which costs more than all else here.
  const plain = (of: (asked: PendingScan) => string | number | boolean | undefined) =>
    `{${group.map((asked) => of(asked) ?? 'null').join()}}`
  return [
    plain(({ look }) => look.address),
    plain(({ look }) => look.hasSecret),
    plain(({ look }) => look.kind),
    column(({ country }) => country),
    column(({ region }) => region),
    column(({ city }) => city),
    plain(({ look }) => look.lat),
    plain(({ look }) => look.lng),
    column(({ os }) => os),
    plain(({ look }) => bytea(look.visitor)),
    plain(({ visits }) => (visits.length > 0 ? bytea(hex(encodeVisits(visits))) : undefined)),
    plain(({ trail }) => trail && bytea(hex(encodeVisitLog(trail)))),
  ]
}

const hex = (bytes: Uint8Array<ArrayBuffer>): string => Buffer.from(bytes.buffer).toString('hex')
const bytea = (digits: string): string => `"\\\\x${digits}"`
