import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#server/core/files/replace-file.ts'
import { isConsistent } from '#shared/transparency/verify-proof.ts'
import { type CheckpointRequest, SignedCheckpoint } from './protocol.ts'

const Stored = z.array(SignedCheckpoint)

/** The log is not the continuation of the one that the signer has signed last. */
export class LogHistoryError extends Error {
  override name = 'LogHistoryError'
}

export const historyMessage = (origin: string, signedSize: number, size: number): string =>
  `The log ${origin} had ${signedSize} entries when it was signed last; the ${size} entries that it has now do not continue them.`

/**
 * The last checkpoint of each log that was signed, in a file of its own: a database that was restored from an old dump cannot
 * reset it.
 */
export class SignedCheckpoints {
  readonly #last = new Map<string, SignedCheckpoint>()
  readonly #file: string | undefined

  /** @param file without one, the checkpoints are lost with the process: for tests */
  constructor(file?: string) {
    this.#file = file
    for (const one of file ? read(file) : []) this.#last.set(one.origin, one)
  }

  all(): SignedCheckpoint[] {
    return [...this.#last.values()]
  }

  /**
   * Throws LogHistoryError unless the checkpoint is the last one of its log or extends it, as its proof shows. Then it is the
   * last one, on the disk, before it is signed.
   */
  extend({ origin, size, root, proof }: Omit<CheckpointRequest, 'publicKey'>): void {
    const last = this.#last.get(origin)
    if (last && !isConsistent({ old: last, now: { size, root }, path: proof })) {
      throw new LogHistoryError(historyMessage(origin, last.size, size))
    }
    if (last?.size === size) return
    this.#last.set(origin, { origin, size, root })
    if (!this.#file) return
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    replaceFile(this.#file, `${JSON.stringify(z.encode(Stored, this.all()))}\n`)
  }
}

/** A file that cannot be read stops the signer: without it, a second history could be signed. */
function read(file: string): SignedCheckpoint[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  try {
    return Stored.decode(JSON.parse(text))
  } catch {
    throw new Error(`${file} does not contain the last signed checkpoints: restore it from a backup.`)
  }
}
