import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { keyIdOf } from '#shared/transparency/note.ts'
import { checkpointOf, currentHead } from './heads.ts'
import { publishedKeys, readLogOrigin } from './log-settings.ts'
import { logView } from './log-view.ts'
import { NewLogError, openNewLog } from './restore/new-log.ts'
import { recoverLog } from './restore/recover-log.ts'
import { type LogReader, subtreeRoots } from './tree-store.ts'

export { logView, NewLogError, openNewLog, publishedKeys, recoverLog }

/** The log's current key as payloads name it: name and id, of which /log/keys has the rest. Undefined before it is open. */
export async function logKeyName(tx: Tx): Promise<string | undefined> {
  const key = (await publishedKeys(tx)).log.at(-1)
  return key && `${key.name}+${keyIdOf(key)}`
}

/** The newest signed checkpoint; null before there is one. */
export async function signedCheckpoint(tx: LogReader): Promise<{ size: number; checkpoint: string } | null> {
  const [origin, head] = [await readLogOrigin(tx), await currentHead(tx, { witnesses: [], needs: 0 })]
  return origin && head ? { size: head.size, checkpoint: checkpointOf(origin, head) } : null
}

/** Whether the hashes of the log lead to the root of its newest head. */
export async function logHolds(tx: LogReader): Promise<boolean> {
  const { rows } = await tx.execute<{ size: string; root: Buffer }>(
    sql`select size, root from log_head order by size desc limit 1`,
  )
  const head = rows[0]
  if (!head) return true
  const [root] = await subtreeRoots(tx, [[0, Number(head.size)]])
  return root!.equals(head.root)
}
