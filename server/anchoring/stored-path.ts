import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ChainId, JobState } from '#shared/anchoring/contract.ts'
import { type PathStep, pathOffsets } from '#shared/anchoring/merkle.ts'

/** A handle that can run a read: a transaction or the autocommit handle. */
export type Reader = Tx | Database['read']

/** The state of a root on one chain. */
export type ChainRow = {
  chain: ChainId
  network: string | null
  state: JobState
  winner: string | null
  height: number | null
}

/** The place of a leaf in the stored tree of a commitment. */
type TreePlace = { id: string; size: number; idx: number }

/**
 * Reads the siblings from the stored tree without loading the tree. Undefined if the tree is not there any more: it was joined with
 * another one after its place was read.
 */
export async function pathOf(db: Reader, { id, size, idx }: TreePlace): Promise<PathStep[] | undefined> {
  const offsets = pathOffsets(size, idx)
  if (offsets.length === 0) return []
  const parts = sql.join(
    offsets.map(({ offset }) => sql`substring(levels from ${offset + 1}::int for 32)`),
    sql` || `,
  )
  const { rows } = await db.execute<{ path: Buffer }>(
    sql`select ${parts} as path from anchor_commitment where id = ${id}::uuid`,
  )
  return rows[0] && stepsOf(offsets, rows[0].path)
}

/** The paths of many leaves, in their order, in one statement. */
export async function pathsOf(db: Reader, places: readonly TreePlace[]): Promise<(PathStep[] | undefined)[]> {
  const offsets = places.map(({ size, idx }) => pathOffsets(size, idx))
  const wanted = places.flatMap(({ id }, place) => offsets[place]!.map(({ offset }, n) => ({ place, n, id, offset })))
  if (wanted.length === 0) return places.map(() => [])
  const { rows } = await db.execute<{ place: number; path: Buffer }>(sql`
    select w.place, string_agg(substring(c.levels from w.offset + 1 for 32), ''::bytea order by w.n) as path
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (place int, n int, id uuid, "offset" int)
    join anchor_commitment c on c.id = w.id group by w.place`)
  const found = new Map(rows.map(({ place, path }) => [place, path]))
  return offsets.map((steps, place) => {
    if (steps.length === 0) return []
    const hashes = found.get(place)
    return hashes && stepsOf(steps, hashes)
  })
}

const stepsOf = (offsets: ReturnType<typeof pathOffsets>, hashes: Buffer): PathStep[] =>
  offsets.map(({ side }, i) => ({ side, hash: hashes.subarray(i * 32, (i + 1) * 32) }))

/** The states of a batch or file: Catapult contains the root of its round, Bitcoin the root of the epoch of this round. */
export async function chainsOf(db: Reader, commitmentId: string): Promise<ChainRow[]> {
  const { rows } = await db.execute<ChainRow>(sql`
    select j.chain, j.network, j.state, j.winner, j.height
    from anchor_commitment c join anchor_commitment r on r.id = c.parent_id
    join anchor_job j on j.commitment_id in (r.id, r.parent_id)
    where c.id = ${commitmentId}::uuid`)
  return rows
}
