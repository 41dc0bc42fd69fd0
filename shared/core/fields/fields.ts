import { z } from 'zod'
import type { ValidationMessage } from '#shared/core/i18n/validation-text.ts'

// Field schemas that several domains share.

/** The message of a missing value only. A message of the whole schema would replace those of its other rules. */
export const missingMessage = (message: ValidationMessage) => ({
  error: ({ code }: { code?: string }) => (code === 'invalid_type' ? message : undefined),
})

/** In the notation of PostgreSQL, so that ids can be compared as texts. */
export const Id = z.uuid().toLowerCase()
export const ById = z.object({ id: Id })
export const Instant = z.iso.datetime()
/**
 * Whether a caller may send this time or day. Those near the limits of a calendar are invalid in another time zone, at the end of
 * their interval, or for PostgreSQL, which has no year 0.
 */
export const isInKnownYears = (time: string) => time >= '1900' && time < '2200'
export const dateMessage = 'Please pick a date'
/** A time that a user enters. */
export const UserDateTime = z.iso.datetime(missingMessage(dateMessage)).refine(isInKnownYears, dateMessage)
/** PostgreSQL cannot store NUL, and in JSON no unpaired surrogate. */
export const storablePattern = /^[^\0\ud800-\udfff]*$/u
/** Payloads whose parts are validated separately later, so that one invalid part does not reject the others. */
export const schemasValidatedInParts = z.registry<object>()

/** The largest value of PostgreSQL's `integer`. */
export const maxInt32 = 2_147_483_647
/** A number that counts something: versions, revisions, places in a list. */
export const Count = z.int().nonnegative().max(maxInt32)

/** Text of at most `max` characters, maybe none, of any number of lines. */
export const MultiLine = (max: number, wording: Parameters<typeof z.string>[0] = {}) =>
  z.string(wording).trim().max(max).regex(storablePattern)

/** The characters at which Unicode ends a line (UAX #14, class BK, CR, LF and NL). */
const lineBreaks = String.raw`\n\v\f\r\u0085\u2028\u2029`
export const lineBreakPattern = new RegExp(`[${lineBreaks}]`)
const oneLinePattern = new RegExp(`^[^${lineBreaks}]*$`)
/**
 * The same on one line, for example a name: a line break inside it would forge lines of mails, labels and files.
 *
 * @example
 * SingleLine(20).parse('  Highland Tea ') // => 'Highland Tea'
 * SingleLine(20).safeParse('two\nlines').success // => false
 */
export const SingleLine = (max: number, wording: Parameters<typeof z.string>[0] = {}) =>
  MultiLine(max, wording).regex(oneLinePattern, 'Please write this on one line')

type NullableShape<S> = { [K in keyof S]: S[K] extends z.ZodOptional<infer T> ? z.ZodNullable<T> : S[K] }

/** Converts the fields of an input to those of a response: an optional field that was not given is null. */
export function toNullableShape<S extends Record<string, z.ZodType>>(fields: S): NullableShape<S> {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodOptional ? z.nullable(field.unwrap() as z.ZodType) : field,
  ])
  return Object.fromEntries(entries) as NullableShape<S>
}

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The response of calls without a result. */
export const Done = z.object({ ok: z.literal(true) })
export const done = { ok: true } as const

/** Paging of every list: `page` counts from 1; `sort` is a column, descending with a leading minus. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(10),
  sort: z.string().max(40).optional(),
  search: SingleLine(200).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/**
 * The response of a list: one page of rows, and the number of all rows.
 *
 * @example
 * pageOf(ById).safeParse({ rows: [], total: 0 }).success // => true
 */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), total: z.number().int() })
}

/** A stored file as every call names it; served at `/api/files/{hash}{ext}`. `size` in bytes. */
export const StoredFile = z.object(
  {
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    ext: z.string().regex(/^\.(jpg|png|pdf)$/),
    name: z.string().min(1).max(255).regex(storablePattern),
    mime: z.string().max(100),
    size: z.number().int().nonnegative(),
  },
  missingMessage('Please upload the document'),
)
export type StoredFile = z.infer<typeof StoredFile>
/** An uploaded file as an input names it. The server knows its type and size from the upload. */
export const UploadedFile = StoredFile.partial({ mime: true, size: true })
export type UploadedFile = z.infer<typeof UploadedFile>
