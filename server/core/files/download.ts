import type { OutgoingHttpHeaders } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Services } from '#server/core/services.ts'

type Call = { reply: FastifyReply; services: Pick<Services, 'log'> }
type File = { type: string; name: string }

/** A reader who takes nothing for so long (ms) has gone without saying so. */
const stallTimeoutMs = 60_000

/**
 * Sends a file as it is made, no faster than its reader takes it. Ends with the file, or when its reader is gone or stalls;
 * the source is destroyed then. Answers whether the whole file was sent.
 */
export async function sendDownload(
  { reply, services }: Call,
  { type, name }: File,
  source: AsyncIterable<string | Uint8Array> | Readable,
  ...transforms: Transform[]
): Promise<boolean> {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
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
