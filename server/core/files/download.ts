import type { OutgoingHttpHeaders } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { allowIdle, type Tx } from '#server/core/db/database.ts'
import type { Services } from '#server/core/services.ts'

type Call = { reply: FastifyReply; services: Pick<Services, 'log'> }
/** The name under which the client saves the file. Without it, the client chooses. */
type DownloadFile = { type: string; name?: string | undefined }
type StoredFile = DownloadFile & {
  /** Length of a stream in bytes, if it is known. */
  size?: number
  /** Whether a browser shows the file if it can. Otherwise it saves the file. */
  isInline?: boolean
  /** The content comes from a merchant: its scripts do not run, and other sites cannot embed it. */
  isUntrusted?: boolean
}

/**
 * An ASCII name is sent unchanged. Another name is encoded, beside an ASCII name for clients that do not decode it (RFC 6266).
 *
 * @example
 * contentDisposition('codes.csv') // => 'attachment; filename="codes.csv"'
 * contentDisposition('Чай.csv') // => `attachment; filename="___.csv"; filename*=UTF-8''%D0%A7%D0%B0%D0%B9.csv`
 */
export function contentDisposition(name?: string, type: 'attachment' | 'inline' = 'attachment'): string {
  if (name === undefined) return type
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (plain === name) return `${type}; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sends a file that is available: bytes, or a stream from the store. */
export function sendFile(
  reply: FastifyReply,
  { type, name, size, isInline = false, isUntrusted = false }: StoredFile,
  content: Uint8Array | Readable,
): FastifyReply {
  reply.type(type)
  if (!isInline || name !== undefined)
    reply.header('content-disposition', contentDisposition(name, isInline ? 'inline' : 'attachment'))
  if (size !== undefined) reply.header('content-length', size)
  if (isUntrusted) {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "sandbox; default-src 'none'")
  }
  return reply.send(content)
}

/** A client that reads nothing for this time (ms) counts as disconnected. */
const stallTimeoutMs = 60_000
/** How much longer (ms) PostgreSQL waits for a transaction whose client does not read. */
const idleReserveMs = 30_000

/**
 * Sends a file while it is generated, no faster than its client reads. Ends with the file, or when the client disconnects or
 * stalls; the source is then destroyed. Returns whether the whole file was sent.
 */
export async function sendDownload(
  { reply, services }: Call,
  { type, name }: DownloadFile,
  source: AsyncIterable<string | Uint8Array> | Readable,
  ...transforms: Transform[]
): Promise<boolean> {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': type,
    'content-disposition': contentDisposition(name),
  })
  reply.raw.setTimeout(stallTimeoutMs, () => reply.raw.destroy())
  const readable = source instanceof Readable ? source : Readable.from(source, { objectMode: false })
  try {
    await pipeline([readable, ...transforms, reply.raw])
    return true
  } catch (error) {
    // The client disconnected or the database failed. After the headers were sent, an incomplete response is the only way to
    // report it.
    services.log.warn({ err: error, file: name }, 'download aborted')
    reply.raw.destroy()
    return false
  }
}

/**
 * The same for a file that is read from one transaction while it is sent: a client that pauses must not make PostgreSQL end the
 * transaction, which would cut off the file.
 */
export async function sendDownloadFrom(tx: Tx, ...download: Parameters<typeof sendDownload>): Promise<boolean> {
  await allowIdle(tx, stallTimeoutMs + idleReserveMs)
  return sendDownload(...download)
}
