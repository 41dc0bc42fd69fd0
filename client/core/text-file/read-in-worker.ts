import { requestFromWorker } from '#client/core/async/request-from-worker.ts'
import { decodeOptionsOf } from './decode-options.ts'
import type { DecodeOptions } from './decode-text.ts'

/** The message to a worker that reads one text file. */
export type FileRequest = { file: File; options: DecodeOptions }
/** With `isAsked`, the result is the readings among which the person chooses. */
export type FileReadOptions = Pick<DecodeOptions, 'isAsked'>

/** Reads a text file in a worker, which is terminated afterwards. */
export function readInWorker<Result>(worker: Worker, file: File, { isAsked }: FileReadOptions = {}): Promise<Result> {
  const request: FileRequest = { file, options: { ...decodeOptionsOf(file), ...(isAsked && { isAsked }) } }
  return requestFromWorker<Result>(worker, request).finally(() => worker.terminate())
}
