import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const count = z.number().int().min(0)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Part = z.object({ bytes: count, sha256: Sha256 })

/** The digest of the whole backup: it names every other file of it, and is written last. A folder without one is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  /** A restore point is the state before a restore. It does not count among those that are kept daily. */
  kind: z.enum(['backup', 'restorePoint']),
  /** The time of the snapshot: later changes are not in it. */
  snapshotAt: z.string(),
  finishedAt: z.string(),
  /** The version of Assay, and the migrations that the database had. */
  assay: z.string(),
  migrations: z.object({ count, last: count }),
  /** The versions of the database server, and of the pg_dump that has read it. */
  postgres: z.object({ server: z.string(), pgDump: count }),
  database: Part,
  /** Rows of each table. */
  tables: z.record(z.string(), count),
  /** `list` is the file with a line for each stored file; `missing` ones were removed while the backup was made. */
  files: z.object({ count, bytes: count, missing: count, list: Part }),
  /** The names of the keys in `keys.age`; null: they are not stored. */
  keys: z.object({ names: z.array(z.string()), file: Part }).nullable(),
  /** Tells whether a CODE_KEY is that of the backup, without telling the key. */
  codeKey: Sha256,
  /** The last checkpoint of the public log that the database has: a signed note. */
  log: z.object({ size: count, checkpoint: z.string() }).nullable(),
  /** The comparison with a restored copy. */
  check: z
    .object({ at: z.string(), proofs: count, files: count, reason: z.string().nullable() })
    .nullable()
    .default(null),
})
export type Manifest = z.infer<typeof Manifest>

/** A line of the list of files: the name in the file store, and the content in the place. */
export const FileLine = z.object({ name: Sha256, sha256: Sha256, bytes: count })
export type FileLine = z.infer<typeof FileLine>

export const keyFingerprint = (codeKey: Uint8Array): string =>
  createHmac('sha256', codeKey).update('assay backup').digest('hex')

const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The version of this program, and the newest migration that it knows. */
export function programVersion(): { assay: string; lastMigration: number } {
  const { version } = readJson('../../package.json') as { version: string }
  const { entries } = readJson('../core/migrations/meta/_journal.json') as { entries: { when: number }[] }
  return { assay: version, lastMigration: Math.max(...entries.map(({ when }) => when)) }
}
