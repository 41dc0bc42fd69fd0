import { requestFromWorker } from '#client/core/async/request-from-worker.ts'
import { decodeOptionsOf } from '#client/core/text-file/decode-options.ts'
import type { UndecodedFile } from '#client/core/text-file/decode-text.ts'
import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import type { SensorType } from '#shared/sensor/units.ts'
import type { PackedLog } from './packed-log.ts'
import type { ReadOptions } from './read-log.ts'
import type { ChosenSigns, GuessedFormat } from './table/guess-format.ts'

export type LogFileCall =
  | (FileRequest & { type: SensorType })
  | { signs: ChosenSigns }
  | { file?: undefined; options: ReadOptions }
/** The format is undefined if no line of the file looks like a reading. */
type ReadFile = { kind: 'log'; format: GuessedFormat | undefined } | UndecodedFile

/** A file of a data logger. A worker keeps it until `close`. */
export type LogFile = {
  kind: 'log'
  name: string
  format: GuessedFormat | undefined
  /** The format with signs that a person chose, on which the columns depend. */
  guess(signs: ChosenSigns): Promise<GuessedFormat | undefined>
  read(options: ReadOptions): Promise<PackedLog>
  close(): void
}

/**
 * Opens a log, or returns why its text cannot be read without a person.
 *
 * @param type what the sensor measures
 */
export async function openLogFile(file: File, type: SensorType): Promise<LogFile | UndecodedFile> {
  const worker = new Worker(new URL('./log.worker.ts', import.meta.url), { type: 'module' })
  let before: Promise<unknown> = Promise.resolve()
  /** The worker handles one call after the other, so that the next message is the response. */
  const ask = <T>(call: LogFileCall): Promise<T> => {
    const response = before.then(() => requestFromWorker<T>(worker, call))
    before = response.catch(() => undefined)
    return response
  }
  try {
    const found = await ask<ReadFile>({ file, type, options: decodeOptionsOf(file) })
    if (found.kind === 'log') {
      const close = () => worker.terminate()
      return { ...found, name: file.name, guess: (signs) => ask({ signs }), read: (options) => ask({ options }), close }
    }
    worker.terminate()
    return found
  } catch (error) {
    worker.terminate()
    throw error
  }
}
