import type pg from 'pg'
import type { ScanKind, Verdict } from '#shared/verify/contract.ts'
import type { CodeRow } from './codes.ts'
import type { Visit } from './visit.ts'

export interface Scan extends Visit {
  code: CodeRow
  kind: ScanKind
  verdict: Verdict
  trail: Uint8Array | null
}

const INSERT = {
  name: 'verify_scans',
  text: `insert into scan (merchant_id, sku_id, order_id, address, kind, verdict, country, region, city, lat, lng, os, visitor, trail)
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
                              $8::text[], $9::text[], $10::float8[], $11::float8[], $12::text[], $13::bytea[], $14::bytea[])`,
}
const MOST = 500

/**
 * Group commit: while an insert is under way the next scans gather, and go together. A scan is on disk before the
 * promise resolves, so an answer that waits for it is never an answer that was not counted.
 */
export function scanRecorder(pool: pg.Pool): (scan: Scan) => Promise<void> {
  const waiting: { scan: Scan; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isUnderWay = false

  async function flush(): Promise<void> {
    if (isUnderWay || waiting.length === 0) return
    const group = waiting.splice(0, MOST)
    isUnderWay = true
    try {
      await pool.query({ ...INSERT, values: columns(group.map(({ scan }) => scan)) })
      for (const { resolve } of group) resolve()
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      isUnderWay = false
      void flush()
    }
  }

  return (scan) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ scan, resolve, reject }) === 1) setImmediate(flush)
    })
}

function columns(scans: Scan[]): unknown[] {
  const column = (of: (scan: Scan) => unknown) => scans.map((scan) => of(scan) ?? null)
  // What nobody can put a comma or a quote into needs no escaping, which costs more than all else here.
  const plain = (of: (scan: Scan) => string | number | undefined) =>
    `{${scans.map((scan) => of(scan) ?? 'null').join()}}`
  return [
    plain(({ code }) => code.merchant_id),
    plain(({ code }) => code.sku_id),
    plain(({ code }) => code.order_id),
    plain(({ code }) => code.address),
    plain(({ kind }) => kind),
    plain(({ verdict }) => verdict),
    column(({ country }) => country),
    column(({ region }) => region),
    column(({ city }) => city),
    plain(({ lat }) => lat),
    plain(({ lng }) => lng),
    column(({ os }) => os),
    plain(({ visitor }) => bytea(visitor)),
    plain(({ trail }) => (trail?.length ? bytea(Buffer.from(trail).toString('hex')) : undefined)),
  ]
}

function bytea(hex: string): string {
  return `"\\\\x${hex}"`
}
