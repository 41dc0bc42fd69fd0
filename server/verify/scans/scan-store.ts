import type { Database } from '#server/core/db/database.ts'
import { kindLetters, osNumber, statusOf } from '#server/scan/table.ts'
import type { CodeHistory } from '#server/verdict/service.ts'
import { restoreVisitLog, toVisit } from '#shared/verdict/visits/restore-visit-log.ts'
import type { Visit } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog, encodeVisits, visitBytes } from '#shared/verdict/visits/visit-log-codec.ts'
import type { CodeStatus, ScanKind } from '#shared/verify/contract.ts'
import type { ScanContext as Visitor } from './scan-context.ts'
import { createPlaceIdLookup } from './scan-places.ts'
import {
  type FoundCode,
  foundCode,
  maxPendingVisits,
  type ScanResultValues,
  scanStatement,
  scanValues,
} from './scan-statement.ts'

/** One scan of a code by a visitor. */
export interface ScanRequest extends Visitor {
  address: string
  /** Group of the visitor's network: see core/network-group.ts. */
  network: number
  /** Whether the request contained the secret that is printed with the code. */
  hasSecret: boolean
  /** Undefined for a scan that is not counted. */
  kind: ScanKind | undefined
  /** The page was sent, and nothing tells yet that a person saw it. */
  isUnseen?: boolean
  /** A person saw the page of an earlier scan by this visitor. */
  isConfirmation?: boolean
}

export interface CodeRow extends CodeHistory {
  address: string
  merchant_id: string
  order_id: string
  /** Null for a blank code that is not bound to a product. */
  sku_id: string | null
  /** Both null until the code is activated. */
  batch_id: string | null
  idx: number | null
  /** `unknown` for requests without the secret. */
  verdict: CodeStatus
}

/**
 * Scans per statement. The limit is low, so that under load some rows are read and answered while the database works on
 * others.
 */
const maxBatch = 25

/** The stored columns of a code in `code_visits`. */
type Memory = { visit_log: Buffer | null; visits: Buffer }

type PendingScan = {
  scan: ScanRequest
  /** Number of its place in `scan_place`; undefined for a scan that is not counted. */
  placeId: number | undefined
  /** The visit of this scan, if it counts as one. */
  visit: Visit | undefined
  /** Whether it was sent before and not stored, because the memory of its code was full. */
  isRepeated: boolean
  /** The memory that was full, to be merged. */
  full: Memory | undefined
  resolve: (code: CodeRow | undefined) => void
  reject: (error: unknown) => void
}

/** The scans of one code in a statement. */
type GroupedCode = {
  /** Index of its first scan, counted from 1. */
  place: number
  /** The visits of all its scans. */
  visits: Visit[]
  /** Its memory that was full. */
  full: Memory | undefined
}

type GroupedScan = {
  pending: PendingScan
  code: GroupedCode
  /** Number of visits of the code up to this scan. */
  visitCount: number
}

/**
 * Looks codes up and stores their scans, many per statement: while one statement runs, the next scans collect. A scan
 * is stored before its promise resolves, so every response that waits for it is counted.
 */
export function createScanStore(
  db: Pick<Database, 'asPublic' | 'publicPool'>,
): (scan: ScanRequest) => Promise<CodeRow | undefined> {
  let waiting: PendingScan[] = []
  let isWorking = false
  const placeIdOf = createPlaceIdLookup(db)

  /**
   * Keeps one connection while scans wait. The next statement is sent before the responses to the last one are written.
   */
  async function work(): Promise<void> {
    let group: GroupedScan[] = []
    try {
      await db.asPublic(async (client) => {
        while (waiting.length > 0) {
          const next = nextGroup(waiting)
          group = next.group
          waiting = next.rest
          const values = parametersOf(group)
          const { rows } = await client.query<ScanResultValues>({ ...scanStatement, rowMode: 'array', values })
          waiting.unshift(...resolveGroup(group, rows.map(foundCode)))
        }
      })
    } catch (error) {
      // Without a connection, all waiting scans fail.
      const failed = group.length > 0 ? group.map(({ pending }) => pending) : waiting.splice(0)
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

  function enqueue(pending: PendingScan): void {
    if (waiting.push(pending) === 1) setImmediate(start)
  }

  return (scan) =>
    new Promise((resolve, reject) => {
      const isVisit = scan.hasSecret && (scan.kind === 'VERIFY' || scan.isConfirmation)
      const visit = isVisit ? toVisit(scan, Date.now()) : undefined
      const pending = { scan, visit, isRepeated: false, full: undefined, resolve, reject }
      // A scan that is not counted is not logged, so its place is not stored.
      const placeId = scan.kind === undefined ? undefined : placeIdOf(scan)
      if (typeof placeId !== 'object') enqueue({ ...pending, placeId })
      else placeId.then((id) => enqueue({ ...pending, placeId: id }), reject)
    })
}

/**
 * Selects the next group. Scans of one code in one statement do not see each other in the database, so each adds the
 * visits of those before it.
 */
function nextGroup(waiting: readonly PendingScan[]): { group: GroupedScan[]; rest: PendingScan[] } {
  const group: GroupedScan[] = []
  const rest: PendingScan[] = []
  const codes = new Map<string, GroupedCode>()
  for (const [i, pending] of waiting.entries()) {
    if (group.length === maxBatch) return { group, rest: [...rest, ...waiting.slice(i)] }
    const { address } = pending.scan
    const code = codes.get(address) ?? { place: group.length + 1, visits: [], full: undefined }
    if (code.visits.length >= maxPendingVisits) {
      rest.push(pending)
      continue
    }
    codes.set(address, code)
    if (pending.visit) code.visits.push(pending.visit)
    code.full ??= pending.full
    group.push({ pending, code, visitCount: code.visits.length })
  }
  return { group, rest }
}

/** Resolves the stored scans. Returns the others: the memory of their codes is full and has to be merged first. */
function resolveGroup(group: readonly GroupedScan[], rows: readonly FoundCode[]): PendingScan[] {
  const again: PendingScan[] = []
  const found: (FoundCode | undefined)[] = []
  for (const row of rows) found[row.place - 1] = row
  for (const [i, grouped] of group.entries()) {
    const row = found[i]
    const { pending } = grouped
    if (!row || row.is_stored) pending.resolve(row && codeOf(row, grouped))
    else {
      const { visit_log, visits } = row
      again.push({ ...pending, isRepeated: true, full: visits ? { visit_log, visits } : undefined })
    }
  }
  return again
}

function codeOf(row: FoundCode, { pending: { scan }, code, visitCount }: GroupedScan): CodeRow {
  const { merchant_id, order_id, sku_id, batch_id, idx, shipped_at } = row
  const { consumed_at, copied_at, warned, cleared, visit_log: merged, visits: stored } = row
  const state = statusOf(row.state)
  const verdict = scan.hasSecret ? state : 'unknown'
  // The memory before this statement, then the visits of the statement up to this scan.
  const visits = row.is_appended ? stored!.subarray(0, stored!.length - code.visits.length * visitBytes) : stored
  const more = state === 'genuine' ? code.visits.slice(0, visitCount) : []
  const visitLog = restoreVisitLog({ visit_log: merged, visits }, more)
  // Merged visits are several.
  const isFirst = merged === null && (visits?.length ?? 0) / visitBytes + more.length <= 1
  const { address } = scan
  const known = { shipped_at, consumed_at, copied_at, warned, cleared, isFirst }
  return { address, merchant_id, order_id, sku_id, batch_id, idx, verdict, ...known, visitLog }
}

/** The parameters of the statement, as text. */
function parametersOf(group: readonly GroupedScan[]): string[] {
  // No value has commas or quotes, so none is escaped. Escaping would cost more than all other steps here.
  const column = (of: (grouped: GroupedScan, i: number) => string | number | boolean | undefined | null) =>
    `{${group.map((grouped, i) => of(grouped, i) ?? 'null').join()}}`
  const codeColumn = (of: (code: GroupedCode) => Uint8Array | undefined | null) =>
    column(({ code }, i) => {
      const bytes = code.place === i + 1 ? of(code) : undefined
      return bytes && `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}"`
    })
  return scanValues({
    address: column(({ pending }) => pending.scan.address),
    first: column(({ code }) => code.place),
    hasSecret: column(({ pending }) => pending.scan.hasSecret),
    kind: column(({ pending }) => pending.scan.kind && kindLetters[pending.scan.kind]),
    placeId: column(({ pending }) => pending.placeId),
    os: column(({ pending }) => osNumber(pending.scan.os)),
    visitor: column(({ pending }) => visitorNumber(pending.scan.visitor)),
    visits: codeColumn(({ visits }) => (visits.length > 0 ? encodeVisits(visits) : undefined)),
    mergedLog: codeColumn(({ full }) => full && encodeVisitLog(restoreVisitLog(full, []))),
    fullLog: codeColumn(({ full }) => full?.visit_log),
    fullVisits: codeColumn(({ full }) => full?.visits),
    isRecalled: column(
      ({ pending: { scan, isRepeated }, code }) => isRepeated || (scan.hasSecret && code.visits.length === 0),
    ),
  })
}

/** The column `visitor`. @param visitor hex digits: see `ScanContext` */
const visitorNumber = (visitor: string): string =>
  BigInt.asIntN(64, BigInt(`0x${visitor.slice(0, 8)}${visitor.slice(24)}`)).toString()
