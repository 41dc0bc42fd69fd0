import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '#server/core/files/replace-file.ts'
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseNote } from '#shared/transparency/note.ts'

/** The last checkpoint of each log that a witness has signed, with its signatures: one file for each log. */
export type WitnessState = {
  read(origin: string): string | undefined
  /** Resolves when the checkpoint is on the disk. */
  write(origin: string, checkpoint: string): Promise<void>
  /** By the hash of a name, as https://c2sp.org/tlog-witness names it in URLs. */
  readByHash(originHash: string): string | undefined
}

export const originHashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex')

export function openWitnessState(folder: string): WitnessState {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (hash: string) => join(folder, `${hash}.checkpoint`)
  const readByHash = (hash: string) => {
    const text = readIfExists(fileOf(hash))
    // A damaged file must stop the witness: without its memory it would sign a second history.
    if (text !== undefined && !parseCheckpoint(parseNote(text)?.body ?? '')) {
      throw new Error(`${fileOf(hash)} is damaged: restore it, or this witness might sign a second history.`)
    }
    return text
  }
  return {
    readByHash,
    read: (origin) => readByHash(originHashOf(origin)),
    write: (origin, checkpoint) => replaceFileDurably(fileOf(originHashOf(origin)), checkpoint),
  }
}

export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
