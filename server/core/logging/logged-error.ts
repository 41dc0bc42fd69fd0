import { omit } from '#shared/core/omit.ts'

/** Fields of an error that may be logged. Other fields are dropped. */
type LoggedError = {
  type: string
  message: string
  /** The stack frames without the message. */
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
} & Partial<Record<Field, string | number>>

/**
 * Names of things, never values of rows or calls. Omitted on purpose: `params`, `query`, `detail`, `where`, `hint` and
 * `internalQuery` of the database, `rawPacket` of HTTP, `envelope`, `rejected` and `response` of mail.
 */
const fields = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'responseCode', 'command'],
  ...['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'],
] as const
type Field = (typeof fields)[number]

/**
 * Classes of SQLSTATE whose messages name only tables and states. Messages of other classes quote values, for example "invalid
 * input syntax".
 */
const safeSqlStates = /^(08|23|25|28|3D|40|42|53|55|57|58)/
const sqlState = /^[0-9A-Z]{5}$/
const maxLength = 2_000
const maxDepth = 5

/**
 * Every error goes through this function before it is logged, stored in the job queue or written to standard error. Accepts any
 * thrown value.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: masked(String(error)) }
  const { name, stack, cause, errors, ...rest } = named(error)
  const logged: LoggedError = { type: masked(name), message: messageOf(error) }
  for (const field of fields) {
    const value = rest[field]
    if (typeof value === 'number') logged[field] = value
    if (typeof value === 'string') logged[field] = masked(value)
  }
  const frames = framesOf(stack, rest.message)
  if (frames) logged.stack = frames
  if (depth < maxDepth && cause !== undefined) logged.cause = loggedError(cause, depth + 1)
  if (depth < maxDepth && Array.isArray(errors))
    logged.errors = errors.slice(0, maxDepth).map((one) => loggedError(one, depth + 1))
  return logged
}

/** The same as an error, to throw it into a library that stores or prints it. */
export function loggableError(error: unknown): Error {
  const { message, stack, cause, type: name, ...found } = omit(loggedError(error), 'errors')
  const safe = Object.assign(new Error(message), found, { name, ...(cause && { cause }) })
  safe.stack = `${name}: ${message}${stack ? `\n${stack}` : ''}`
  return safe
}

/** The error in one line. */
export const loggedMessage = (error: unknown): string => loggedError(error).message

type Loose = { name: string; message?: unknown; stack?: unknown; cause?: unknown; errors?: unknown } & Partial<
  Record<Field, unknown>
>

function named(error: object): Loose {
  const { name, message, stack, cause, errors } = error as Loose
  const rest = Object.fromEntries(fields.map((field) => [field, (error as Loose)[field]]))
  return { ...rest, name: typeof name === 'string' ? name : 'Error', message, stack, cause, errors }
}

function messageOf(error: object): string {
  const { message, code, severity, routine, query, params } = error as Record<string, unknown>
  // The message of drizzle contains the statement with all parameters; its cause contains the reason.
  if (query !== undefined && params !== undefined) return 'Failed query'
  const isOfDatabase = typeof code === 'string' && sqlState.test(code) && (severity ?? routine) !== undefined
  if (isOfDatabase && !safeSqlStates.test(code)) return `Database error ${code}`
  return masked(typeof message === 'string' ? message : '')
}

/**
 * A stack starts with the message, whose lines may look like frames. If the message is not found there, the stack is omitted.
 */
function framesOf(stack: unknown, message: unknown): string | undefined {
  if (typeof stack !== 'string' || typeof message !== 'string') return undefined
  const start = stack.indexOf(message)
  if (start < 0) return undefined
  const frames = stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line))
  return frames.length > 0 ? masked(frames.join('\n')) : undefined
}

const masks: readonly [RegExp, string][] = [
  [/:\/\/[^\s/@]+@/g, '://[credentials]@'],
  [/\$(argon2\w*|2[aby]|scrypt)\$[^\s"'`,)]+/g, '[hash]'],
  [/[^\s@<>"'`(),:;=[\]{}/]+@[^\s@<>"'`(),:;=[\]{}/]+/g, '[email]'],
]

function masked(text: string): string {
  return masks.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text.slice(0, maxLength))
}
