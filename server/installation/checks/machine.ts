import { statfs } from 'node:fs/promises'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { shortSize } from '#server/core/files/short-size.ts'
import { type Check, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'

/** Below one of them, space is low: a share of the disk, or bytes. */
const lowSpace = { share: 0.05, bytes: 2e9 }
/** Signatures, tokens and times of scans depend on the clock; (s). */
const clockLimits = { warning: 2, fault: 30 }

type Parts = {
  config: Pick<Config, 'dataDir' | 'publicUrl'>
  db: Pick<Database, 'read'>
  files: Pick<FileStore, 'check'>
}

/** The machine: space, store of files and clocks. */
export const machineChecks = ({ config, db, files }: Parts): Check[] => [
  {
    part: 'disk',
    async run() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      const [free, total] = [bavail * bsize, blocks * bsize]
      const values = { free: shortSize(free), total: shortSize(total) }
      const isLow = free < lowSpace.bytes || free < total * lowSpace.share
      return isLow ? fault('diskLow', values) : ok('diskOk', values)
    },
  },
  {
    part: 'files',
    run: () =>
      files.check().then(
        () => ok('filesOk'),
        (error) => fault('filesAway', { reason: reasonOf(error) }),
      ),
  },
  {
    part: 'clock',
    async run() {
      const offsets = await Promise.all([databaseOffset(db), publicOffset(config.publicUrl)])
      const [other, seconds] = offsets.reduce((worst, one) => (one[1] > worst[1] ? one : worst))
      if (seconds >= clockLimits.fault) return fault('clockOff', { other, seconds })
      if (seconds >= clockLimits.warning) return warning('clockOff', { other, seconds })
      return ok('clockOk', { seconds })
    },
  },
]

type Offset = readonly [other: string, seconds: number]

async function databaseOffset(db: Pick<Database, 'read'>): Promise<Offset> {
  const before = Date.now()
  const { rows } = await db.read.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  return ['database', difference(rows[0]!.ms, before)]
}

/** The header `Date` of the proxy has whole seconds. Without an answer, another check reports the public URL. */
async function publicOffset(url: string): Promise<Offset> {
  const before = Date.now()
  const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return ['proxy', Number.isNaN(date) ? 0 : Math.max(0, difference(date + 500, before) - 1)]
}

/** Seconds between a time and the middle of a call that began at `before`. */
const difference = (ms: number, before: number) => Math.round(Math.abs(ms - (before + Date.now()) / 2) / 1000)
