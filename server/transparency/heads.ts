import { sql } from '#server/core/drizzle/orm.ts'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import type { LogReader } from './tree-store.ts'

/** A signed head with the cosignatures that there are. */
type Head = {
  size: number
  root: Buffer
  /** Signature lines: the log first, then witnesses. */
  signatures: string[]
}

type HeadRow = {
  size: string
  root: Buffer
  signature: string
  lines: string[]
}

/**
 * The head that is shown and that proofs lead to: the newest one with enough cosignatures, or else the newest signed one. A
 * checker decides by its policy whether the signatures are enough.
 *
 * @param least entries that it must have
 */
export async function currentHead(
  db: LogReader,
  { witnesses, needs }: { witnesses: readonly string[]; needs: number },
  least = 0,
): Promise<Head | undefined> {
  const { rows } = await db.execute<HeadRow>(sql`
    with enough as (
      select size from log_cosignature where witness = any(${sql.param([...witnesses])}::text[]) and size >= ${least}
      group by size having count(*) >= ${Math.max(1, needs)} order by size desc limit 1)
    select h.size, h.root, h.signature,
      array(select line from log_cosignature s where s.size = h.size order by witness) as lines
    from log_head h
    where h.signature is not null and h.size >= ${least}
    order by (h.size = (select size from enough)) is not true, h.size desc limit 1`)
  const row = rows[0]
  return row && { size: Number(row.size), root: row.root, signatures: [row.signature, ...row.lines] }
}

/** The signed note: https://c2sp.org/tlog-checkpoint. */
export const checkpointOf = (origin: string, { size, root, signatures }: Head): string =>
  `${checkpointBody({ origin, size, root })}\n${signatures.join('')}`
