import { requestFromWorker } from '#client/core/async/request-from-worker.ts'
import type { GuessedFormat } from './guess-format.ts'
import type { PackedLog } from './packed-log.ts'
import type { ReadOptions } from './read-log.ts'

export type LogFileCall = { file: File } | { options: ReadOptions }

/** A file of a data logger. A worker keeps it until `close`. */
export type LogFile = {
  name: string
  /** Undefined if no line of the file looks like a reading. */
  format: GuessedFormat | undefined
  read(options: ReadOptions): Promise<PackedLog>
  close(): void
}

export async function openLogFile(file: File): Promise<LogFile> {
  const worker = new Worker(new URL('./log.worker.ts', import.meta.url), { type: 'module' })
  let before: Promise<unknown> = Promise.resolve()
  /** The worker handles one call after the other, so that the next message is the response. */
  const ask = <T>(call: LogFileCall): Promise<T> => {
    const response = before.then(() => requestFromWorker<T>(worker, call))
    before = response.catch(() => undefined)
    return response
  }
  try {
    const format = await ask<GuessedFormat | undefined>({ file })
    return { name: file.name, format, read: (options) => ask({ options }), close: () => worker.terminate() }
  } catch (error) {
    worker.terminate()
    throw error
  }
}
