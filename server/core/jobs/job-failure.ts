import { isOutOfSpace, isUnavailable } from '#server/core/db/database-error.ts'
import type { JobFailure } from '#shared/core/job-failure.ts'

/** The reason in the error that the queue has stored with a job. Also for a job whose worker vanished: no error is stored then. */
export function jobFailureOf(output: unknown): JobFailure {
  const error = errorOf(output)
  if (isOutOfSpace(error)) return 'noSpace'
  return isUnavailable(error) ? 'unavailable' : 'internal'
}

function errorOf(stored: unknown): Error {
  if (typeof stored !== 'object' || stored === null) return new Error('')
  const { message, cause, ...fields } = stored as { message?: unknown; cause?: unknown }
  const error = new Error(typeof message === 'string' ? message : '', cause ? { cause: errorOf(cause) } : {})
  return Object.assign(error, fields)
}
