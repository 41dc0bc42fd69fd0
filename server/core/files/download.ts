import type { OutgoingHttpHeaders } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Services } from '#server/core/services.ts'

type Call = { reply: FastifyReply; services: Pick<Services, 'log'> }
/** `name` is what the reader saves it as; without one the reader decides. */
type DownloadFile = { type: string; name?: string }
type StoredFile = DownloadFile & {
  /** Bytes of a stream, where they are known. */
  size?: number
  /** Shown by browsers where they can; otherwise they save it. */
  isInline?: boolean
  /** The content comes from a merchant: no script of it runs, and other sites cannot embed it. */
  isUntrusted?: boolean
}

/** Names in ASCII stand as they are; others are encoded, with a plain name for readers that do not decode (RFC 6266). */
export function contentDisposition(name?: string): string {
  if (name === undefined) return 'attachment'
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (plain === name) return `attachment; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sends a file that is at hand: bytes, or a stream from the store. */
export function sendFile(
  reply: FastifyReply,
  { type, name, size, isInline = false, isUntrusted = false }: StoredFile,
  content: Uint8Array | Readable,
): FastifyReply {
  reply.type(type)
  if (!isInline) reply.header('content-disposition', contentDisposition(name))
  if (size !== undefined) reply.header('content-length', size)
  if (isUntrusted) {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "sandbox; default-src 'none'")
  }
  return reply.send(content)
}

/** A reader without progress for this time (ms) counts as disconnected. */
const stallTimeoutMs = 60_000

/**
 * Sends a file as it is made, no faster than its reader takes it. Ends with the file, or when its reader is gone or stalls;
 * the source is destroyed then. Answers whether the whole file was sent.
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
    // The reader went away, or the database did: a cut answer is all that can be said after the head was sent.
    services.log.warn({ err: error, file: name }, 'a download ended early')
    reply.raw.destroy()
    return false
  }
}
