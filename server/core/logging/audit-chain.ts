import type { Tx } from '#server/core/db/database.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'

type AuditPlace = { stream: string; seq: number }

/** Found one after the other in the primary key, because streams have many entries. */
export const listedStreams = sql`
  listed as (
    (select stream from audit_entry order by stream limit 1)
    union all select (select stream from audit_entry where stream > listed.stream order by stream limit 1)
    from listed where listed.stream is not null)`

/**
 * Where the check of each stream begins: at its checkpoint, after its newest seal, or at its first entry. `seq` is the entry
 * before the first one that is checked, and `hash` the hash of it; null at a checkpoint, whose entry is checked, too. With
 * `last`, the newest entry, the range has two ends: without it, PostgreSQL expects a third of all entries and reads all.
 */
const starts = (isFull: boolean): SQL => sql`
  sealed as (select distinct on (stream) stream, seq, hash from audit_seal order by stream, seq desc),
  start as (
    select l.stream, c.seq as checkpoint, c.hash as checkpoint_hash, u.begins_there,
      (select seq from audit_entry e where e.stream = l.stream order by seq desc limit 1) as last,
      case when u.begins_there then c.seq - 1 else coalesce(s.seq, 0) end as seq,
      case when not u.begins_there then coalesce(s.hash, '\\x'::bytea) end as hash
    from listed l left join sealed s on s.stream = l.stream
    left join audit_checkpoint c on c.stream = l.stream and c.seq > coalesce(s.seq, 0)
    cross join lateral (select ${isFull ? sql`false` : sql`c.seq is not null`} as begins_there) u
    where l.stream is not null)`

/**
 * Entries with `is_intact`: whether the entry has its place and its hash, and follows from the entry before it.
 *
 * @param most entries of a stream
 */
const checked = (most?: number): SQL => sql`
  checked as (
    select stream, seq, hash, hash = computed and prev_hash = coalesce(previous, prev_hash) and seq = place
      and (checkpoint is null or seq <> checkpoint or hash = checkpoint_hash) as is_intact
    from (
      select e.stream, e.seq, e.prev_hash, e.hash, s.checkpoint, s.checkpoint_hash,
        sha256(e.prev_hash || e.text) as computed,
        lag(e.hash, 1, s.hash) over (partition by e.stream order by e.seq) as previous,
        s.seq + row_number() over (partition by e.stream order by e.seq) as place
      from start s cross join lateral (
        select stream, seq, prev_hash, hash, audit_text(entry) as text from audit_entry entry
        where stream = s.stream and seq between s.seq + 1 and s.last order by seq ${most ? sql`limit ${most}` : sql``}) e
    ) chain)`

/**
 * Recomputes the chains of all streams. Returns the entries whose hash does not match the previous entry, and the
 * checkpoints of streams whose last entries are missing: the newest entry of a stream is never sealed.
 *
 * @param isFull from the newest seal or the first entry of each stream; otherwise from its checkpoint, whose entry was
 * found to follow from all entries before it
 */
export async function brokenAuditEntries(tx: Tx, { isFull }: { isFull: boolean }): Promise<AuditPlace[]> {
  const { rows } = await tx.execute<AuditPlace>(sql`
    with recursive ${listedStreams}, ${starts(isFull)}, ${checked()}
    select stream, ${asNumber(sql`seq`)} as seq from (
      select stream, seq from checked where not is_intact
      union select c.stream, c.seq from audit_checkpoint c where c.seq > coalesce(
        (select e.seq from audit_entry e where e.stream = c.stream order by e.seq desc limit 1), 0)) as broken
    order by stream, seq`)
  return rows
}

/**
 * Checks at most `most` entries of each stream after its checkpoint, and moves the checkpoints of streams without a broken
 * entry to the last of them. Returns whether any stream may have more.
 */
export async function moveAuditCheckpoints(tx: Tx, most: number): Promise<boolean> {
  const { rows } = await tx.execute<{ has_more: boolean }>(sql`
    with recursive ${listedStreams}, ${starts(false)}, ${checked(most)},
    latest as (
      select stream, max(seq) as seq, (array_agg(hash order by seq desc))[1] as hash, count(*) >= ${most} as is_whole
      from checked group by stream having bool_and(is_intact)),
    moved as (
      insert into audit_checkpoint as known (stream, seq, hash) select stream, seq, hash from latest
      on conflict (stream) do update set seq = excluded.seq, hash = excluded.hash, checked_at = now()
      where excluded.seq > known.seq)
    select coalesce(bool_or(is_whole), false) as has_more from latest`)
  return rows[0]!.has_more
}

/** The number of entries of streams. Streams have no gaps, so the first and the last entry tell how many there are of each. */
export const entriesOfStreams = (stream: SQL): SQL<number> =>
  asNumber(sql`coalesce(sum(
    (select seq from audit_entry e where e.stream = ${stream} order by seq desc limit 1)
    - (select seq from audit_entry e where e.stream = ${stream} order by seq limit 1) + 1), 0)`)

export async function chainSizes(tx: Tx): Promise<{ entries: number; streams: number }> {
  const { rows } = await tx.execute<{ entries: number; streams: number }>(sql`
    with recursive ${listedStreams}
    select ${entriesOfStreams(sql`l.stream`)} as entries, ${asNumber(sql`count(*)`)} as streams
    from listed l where l.stream is not null`)
  return rows[0]!
}
