import { leafHash } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { publishedKeys } from '#server/transparency/log-settings.ts'
import { type LogDestination, openDestination } from '#server/transparency/publish/destination.ts'
import { appendLeaves, subtreeRoots } from '#server/transparency/tree-store.ts'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseEntry } from '#shared/transparency/entry.ts'
import { parseNote, signatureOf } from '#shared/transparency/note.ts'
import { tilePath, tileWidth } from '#shared/transparency/tree.ts'

/** The published files cannot continue the log of the database. The message says why. */
export class RecoveryError extends Error {
  override name = 'RecoveryError'
}

/**
 * Adds the entries that LOG_FILES has and the database has lost, after it was restored from an old dump: the log then continues as
 * it was signed. Entries whose batch was lost, too, stay in the log without it. Must run before new entries are added. Returns how
 * many were added; 0 if the database has all of them.
 */
export async function recoverLog(db: Database, { logFiles, s3 }: Pick<Config, 'logFiles' | 's3'>): Promise<number> {
  if (!logFiles) return 0
  const from = openDestination(logFiles, s3)
  const published = await readPublished(db, from)
  if (!published) return 0
  return db.system(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('transparency:log', 0))`)
    const { rows } = await tx.execute<{ size: string }>(sql`select coalesce(max(idx) + 1, 0) as size from log_entry`)
    const size = Number(rows[0]!.size)
    if (size >= published.size) return 0
    const entries = await readEntries(from, size, published.size)
    await insertEntries(tx, size, entries)
    await appendLeaves(tx, size, entries.map(leafHash))
    const [root] = await subtreeRoots(tx, [[0, published.size]])
    if (!isEqualBytes(root!, published.root))
      throw new RecoveryError(
        'The entries of LOG_FILES do not continue the log of the database: its history is another one.',
      )
    await tx.execute(
      sql`insert into log_head (size, root, signature) values (${published.size}, ${root}, ${published.signature})`,
    )
    return entries.length
  })
}

/** The published checkpoint, if the key of this log has signed it. A place with another log is the business of `publishLog`. */
async function readPublished(
  db: Database,
  from: LogDestination,
): Promise<(Checkpoint & { signature: string }) | undefined> {
  const text = await from.read('checkpoint')
  const note = text === undefined ? undefined : parseNote(text)
  const checkpoint = note && parseCheckpoint(note.body)
  const key = (await publishedKeys(db.read)).log.findLast(({ name }) => name === checkpoint?.origin)
  const signature = note && key && signatureOf(note, key)
  return checkpoint && signature && signature !== 'invalid' ? { ...checkpoint, signature: signature.line } : undefined
}

/** The entries from `start` up to, not including, `end`. */
async function readEntries(from: LogDestination, start: number, end: number): Promise<Buffer[]> {
  const entries: Buffer[] = []
  for (let index = Math.floor(start / tileWidth); index * tileWidth < end; index++) {
    const width = Math.min(tileWidth, end - index * tileWidth)
    const path = tilePath({ level: 'entries', index, width })
    const bundle = await from.readBytes(path)
    const all = bundle ? entriesOf(bundle) : []
    if (all.length !== width) throw new RecoveryError(`LOG_FILES has no complete ${path}.`)
    entries.push(...all.slice(Math.max(0, start - index * tileWidth)))
  }
  return entries
}

/** Each entry is behind its length in two bytes. */
function entriesOf(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = []
  for (let at = 0; at + 2 <= bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at)
    if (end > bundle.length) return []
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}

/** A batch that the database has gets its entry and leaves the queue. An entry without a batch has an id of its own. */
async function insertEntries(tx: Tx, size: number, entries: readonly Buffer[]): Promise<void> {
  const roots = entries.map((entry) => parseEntry(entry.toString())?.root ?? '')
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into log_entry (idx, commitment_id, entry)
    select ${size}::bigint + place - 1, coalesce(c.id, gen_random_uuid()), decode(entry, 'hex')
    from unnest(${arrayText(entries.map((entry) => entry.toString('hex')))}::text[], ${arrayText(roots.map((root) => root || '""'))}::text[])
      with ordinality as written (entry, root, place)
    left join anchor_commitment c on c.root = decode(written.root, 'hex') and c.kind = 'batch'
      and not exists (select from log_entry e where e.commitment_id = c.id)
    returning commitment_id as id`)
  await tx.execute(sql`delete from log_queue where commitment_id = any(${uuidArray(rows.map(({ id }) => id))})`)
}
