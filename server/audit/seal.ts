import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, lte, sql } from '#server/core/drizzle/orm.ts'
import type { RetentionFailures } from '#server/core/jobs/retention-rule.ts'
import type { Services } from '#server/core/services.ts'
import { auditEntry } from '#server/core/table.ts'
import { auditSeal } from './table.ts'

/** Entries in one file at most: about 10 MB before compression. */
const maxEntries = 20_000

type SealedEntry = { seq: number; at: Date; text: string; prevHash: string; hash: string }

/**
 * Writes the oldest entries of one stream to a file, then deletes them. Whole months are sealed, so that a stream has at
 * most one file a month unless it is large. The newest entry of a stream stays: the next one is chained to it.
 *
 * The file is gzip of one JSON object per line: `text` is the hashed text, and `hash` is
 * SHA-256(bytes of prevHash || UTF-8 of text), so that the chain can be recomputed without the database.
 *
 * A stream with an entry that does not follow from the one before it is added to `broken`, and nothing of it is deleted.
 */
export async function sealOldest(
  { db, files }: Pick<Services, 'db' | 'files'>,
  before: Date,
  broken: RetentionFailures,
): Promise<{ removed: number; hasMore: boolean }> {
  const until = startOfMonth(before)
  const found = await db.readonlySystem((tx) => oldestEntries(tx, until, [...broken.keys()]))
  if (!found) return { removed: 0, hasMore: false }
  const { stream, entries, breach } = found
  if (breach) {
    broken.set(stream, breach)
    return { removed: 0, hasMore: true }
  }
  const last = entries.at(-1)!
  const lines = entries.map(({ text, prevHash, hash }) => `${JSON.stringify({ text, prevHash, hash })}\n`).join('')
  const stored = await files.put(await promisify(gzip)(lines), { private: true })
  await db.system(async (tx) => {
    await tx.insert(auditSeal).values({
      stream,
      seq: last.seq,
      hash: Buffer.from(last.hash, 'hex'),
      entries: entries.length,
      firstAt: entries[0]!.at,
      lastAt: last.at,
      file: stored.hash,
      sha256: stored.contentHash,
    })
    await tx.delete(auditEntry).where(and(eq(auditEntry.stream, stream), lte(auditEntry.seq, last.seq)))
  })
  return { removed: entries.length, hasMore: true }
}

async function oldestEntries(tx: Tx, until: Date, without: readonly string[]) {
  const { rows: first } = await tx.execute<{ stream: string }>(sql`
    select e.stream from audit_entry e
    where e.at < ${until.toISOString()}::timestamptz and e.stream <> all(${sql.param(without)}::text[])
      and exists (select from audit_entry later where later.stream = e.stream and later.seq > e.seq)
    order by e.at limit 1`)
  const stream = first[0]?.stream
  if (stream === undefined) return undefined
  const { rows } = await tx.execute<SealedEntry>(sql`
    select seq::float8 as seq, at, convert_from(audit_text(e), 'UTF8') as text, encode(prev_hash, 'hex') as "prevHash",
      encode(hash, 'hex') as hash
    from audit_entry e
    where stream = ${stream} and at < ${until.toISOString()}::timestamptz
      and seq < (select max(seq) from audit_entry where stream = ${stream})
    order by seq limit ${maxEntries}`)
  const [seal] = await tx
    .select({ seq: auditSeal.seq, hash: sql<string>`encode(${auditSeal.hash}, 'hex')` })
    .from(auditSeal)
    .where(eq(auditSeal.stream, stream))
    .orderBy(sql`${auditSeal.seq} desc`)
    .limit(1)
  const breach = breachOf(stream, rows, seal ?? { seq: 0, hash: '' })
  return { stream, breach, entries: rows.map((row) => ({ ...row, at: new Date(row.at) })) }
}

function breachOf(
  stream: string,
  entries: readonly SealedEntry[],
  start: { seq: number; hash: string },
): Error | undefined {
  let before = start
  for (const entry of entries) {
    const computed = hash('sha256', Buffer.concat([Buffer.from(entry.prevHash, 'hex'), Buffer.from(entry.text)]))
    if (entry.seq !== before.seq + 1 || entry.prevHash !== before.hash || entry.hash !== computed)
      return new Error(`The audit trail ${stream} is not intact at entry ${entry.seq}: it is not sealed.`)
    before = entry
  }
  return undefined
}

const startOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()))
