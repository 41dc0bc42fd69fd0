import type { Config } from '#server/core/config.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { PublicLogView } from '#shared/anchoring/chains-contract.ts'
import { quorumOf, readLogOrigin } from './log-settings.ts'
import { readLogProblem } from './restore/log-problem.ts'
import type { LogReader } from './tree-store.ts'

/** Checkpoints that are searched for the last cosignature of a witness; one that has missed all of them counts as absent. */
const newestHeads = 200

/** The newest signed checkpoint, and how far each witness has cosigned. */
export async function logView(
  db: LogReader,
  config: Pick<Config, 'logWitnesses' | 'logQuorum'>,
): Promise<PublicLogView> {
  const { rows: heads } = await db.execute<{ size: string; at: Date | string; waiting: number }>(sql`
    select (select count(*)::int from log_queue) as waiting, head.size, head.created_at as at from (select) one
    left join lateral (select size, created_at from log_head where signature is not null order by size desc limit 1) head on true`)
  const names = config.logWitnesses.map(({ name }) => name)
  const { rows: lines } = await db.execute<{ witness: string; size: string; at: Date | string }>(sql`
    select distinct on (s.witness) s.witness, s.size, s.created_at as at
    from (select size from log_head order by size desc limit ${newestHeads}) newest
    join log_cosignature s on s.size = newest.size
    where s.witness = any(${sql.param(names)}::text[]) order by s.witness, s.size desc`)
  const { size, at, waiting } = heads[0]!
  const problem = await readLogProblem(db)
  return {
    origin: (await readLogOrigin(db)) ?? null,
    size: Number(size ?? 0),
    checkpointAt: at ? new Date(at).toISOString() : null,
    waiting,
    problem: problem && { reason: problem.reason, since: problem.since.toISOString() },
    needs: quorumOf(config),
    witnesses: names.map((name) => {
      const line = lines.find(({ witness }) => witness === name)
      return { name, size: line ? Number(line.size) : null, at: line ? new Date(line.at).toISOString() : null }
    }),
  }
}
