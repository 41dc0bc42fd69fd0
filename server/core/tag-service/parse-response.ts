import type { z } from 'zod'
import { TagServiceError } from './error.ts'

/** @throws TagServiceError `invalid`, with the path of the first invalid field and without its value */
export function parseResponse<S extends z.ZodType>(what: string, schema: S, body: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new TagServiceError('invalid', `${what}: the response is not JSON`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TagServiceError('invalid', `${what}: invalid field ${parsed.error.issues[0]?.path.join('.')}`)
}
