import type { CodeProof } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codePathBytes } from '#shared/transparency/code-path.ts'
import { tlogProofText } from '#shared/transparency/tlog-proof.ts'
import { inclusionRanges } from '#shared/transparency/tree.ts'
import { checkpointOf, currentHead } from './heads.ts'
import { quorumRule, readLogOrigin } from './log-settings.ts'
import { type LogReader, subtreeRoots } from './tree-store.ts'

export type LogProof = {
  /** The file of https://c2sp.org/tlog-proof. */
  text: string
  checkpoint: string
}

/** The way from the payload of a code to a signed checkpoint; undefined until its batch is in a signed head. */
export async function findLogProof(
  db: LogReader,
  config: Pick<Config, 'logWitnesses' | 'logQuorum'>,
  { commitmentId, address, index, path }: Pick<CodeProof, 'commitmentId' | 'address' | 'index' | 'path'>,
): Promise<LogProof | undefined> {
  const { rows } = await db.execute<{ idx: string; entry: Buffer }>(
    sql`select idx, entry from log_entry where commitment_id = ${commitmentId}::uuid`,
  )
  const found = rows[0]
  if (!found) return undefined
  const at = Number(found.idx)
  const [origin, head] = await Promise.all([readLogOrigin(db), currentHead(db, quorumRule(config), at + 1)])
  if (!origin || !head) return undefined
  const checkpoint = checkpointOf(origin, head)
  const hashes = path.map((step) => step.hash)
  const extra = codePathBytes({ address, index, path: hashes, entry: found.entry.toString() })
  const logPath = await subtreeRoots(db, inclusionRanges(at, head.size))
  return { text: tlogProofText({ extra, index: at, path: logPath, checkpoint }), checkpoint }
}
