import type { Config } from '#server/core/config.ts'
import { checkpointOf, currentHead } from '#server/transparency/heads.ts'
import { keysDocument, policyFor, quorumRule, readLogOrigin } from '#server/transparency/log-settings.ts'
import { type LogReader, subtreeRoots } from '#server/transparency/tree-store.ts'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseNote } from '#shared/transparency/note.ts'
import { policyText } from '#shared/transparency/policy.ts'
import { type TilePath, tilePath } from '#shared/transparency/tree.ts'
import type { LogDestination, LogFileKind } from './destination.ts'
import { filledTiles, newFiles } from './new-files.ts'
import { tileContent } from './tile-content.ts'

/** The headers with which the web process and a bucket serve the files. */
export const logFileKinds = {
  tile: { type: 'application/octet-stream', caching: 'public, max-age=31536000, immutable' },
  text: { type: 'text/plain; charset=utf-8', caching: 'public, max-age=2' },
  keys: { type: 'application/json; charset=utf-8', caching: 'public, max-age=300' },
} as const satisfies Record<string, LogFileKind>

/** Files that are written at the same time. */
const parallel = 8

type LogConfig = Pick<Config, 'logWitnesses' | 'logQuorum'>

/**
 * Brings the published files up to the present checkpoint. The checkpoint is written last, so that its readers find every file
 * that it needs, also after a kill. The published size is read from the destination. Two workers may do this at once: all files
 * but the checkpoint never change, and one of an older head is replaced in the next step.
 */
export async function publishLog(db: LogReader, config: LogConfig, to: LogDestination): Promise<void> {
  const [origin, head] = await Promise.all([readLogOrigin(db), currentHead(db, quorumRule(config))])
  if (!origin || !head) return
  const text = checkpointOf(origin, head)
  const published = await to.read('checkpoint')
  await publishDocuments(db, config, to)
  if (published === text) return
  const old = published === undefined ? 0 : await sizeToContinue(db, published, { origin, size: head.size })
  await writeTiles(db, to, newFiles(old, head.size))
  await to.write('checkpoint', Buffer.from(text), logFileKinds.text)
  for (const tile of filledTiles(old, head.size)) await to.removeFolder(`${tilePath(tile)}.p`)
}

async function writeTiles(db: LogReader, to: LogDestination, paths: Iterator<TilePath> & Iterable<TilePath>) {
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const path of { [Symbol.iterator]: () => paths }) {
        const content = await tileContent(db, path)
        if (!content) throw new Error(`The log has no ${tilePath(path)}.`)
        await to.write(tilePath(path), content, logFileKinds.tile)
      }
    }),
  )
}

/** How many entries are published. Throws if they are not the beginning of this log, which must not be overwritten. */
async function sizeToContinue(
  db: LogReader,
  published: string,
  { origin, size }: Pick<Checkpoint, 'origin' | 'size'>,
): Promise<number> {
  const found = parseCheckpoint(parseNote(published)?.body ?? '')
  if (!found) throw new Error('The published checkpoint is damaged: remove the file, and all files are written again.')
  if (found.origin !== origin)
    throw new Error(`LOG_FILES has the log ${found.origin}, and this one is ${origin}: choose another place.`)
  if (found.size > size) {
    throw new Error(
      `LOG_FILES has ${found.size} entries and the log ${size}: it was restored from an old backup, or its witnesses are behind.`,
    )
  }
  const [root] = found.size === 0 ? [found.root] : await subtreeRoots(db, [[0, found.size]])
  if (!isEqualBytes(root!, found.root))
    throw new Error('LOG_FILES contains another history of this log: no file was overwritten.')
  return found.size
}

/** Policy and keys change with the configuration. */
async function publishDocuments(db: LogReader, config: LogConfig, to: LogDestination): Promise<void> {
  const [policy, keys] = [await policyFor(db, config), await keysDocument(db, config)]
  const replace = async (path: string, text: string, kind: LogFileKind) => {
    if ((await to.read(path)) !== text) await to.write(path, Buffer.from(text), kind)
  }
  if (policy) await replace('policy', policyText(policy), logFileKinds.text)
  if (keys) await replace('keys', JSON.stringify(keys), logFileKinds.keys)
}
