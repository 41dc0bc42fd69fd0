import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type PartHeaders, readBoundary, readPartHeaders } from './multipart-headers.ts'

type MultipartLimits = {
  /** Maximum number of parts: fields and files. */
  parts: number
  /** Maximum number of bytes of the whole body: those of the largest form that a person can send. */
  bytes: number
  /** The problem of a body with more bytes. */
  tooLarge?: Problem
}

/** A field or a file of a form. A field has no file name. */
export type FormPart = PartHeaders & {
  /** The whole content, or undefined if it has more than `most` bytes. */
  read(most: number): Promise<Buffer | undefined>
}

const maxHeaderBytes = 4 * 1024
const endOfHeaders = Buffer.from('\r\n\r\n')

/** Routes that read their form themselves, with `multipartParts`. */
export function registerMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/**
 * The parts of a form in their order. The next part is only searched when the one before was read, and nothing is read after a
 * limit was exceeded: what follows in the body costs no more than its reception. The content of a part that is not read is dropped.
 */
export async function* multipartParts(
  { raw, headers }: FastifyRequest,
  { parts, bytes, tooLarge = new Problem(coreProblems.tooLarge) }: MultipartLimits,
): AsyncGenerator<FormPart> {
  if (Number(headers['content-length']) > bytes) throw tooLarge
  const boundary = readBoundary(headers['content-type'])
  if (boundary === undefined) throw new Problem(coreProblems.invalid)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const pieces: AsyncIterator<Buffer> = raw.iterator({ destroyOnReturn: false })
  const body = createBodyReader(pieces, bytes, tooLarge)
  try {
    await drop(body.until(delimiter))
    for (let count = 1; !(await body.startsWith('--')); count++) {
      if (count > parts) throw new Problem(coreProblems.tooLarge)
      const described = readPartHeaders(await readWithin(body.until(endOfHeaders), maxHeaderBytes))
      const content = body.until(delimiter)
      yield { ...described, read: (most) => readWhole(content, most) }
      await drop(content)
    }
  } finally {
    await pieces.return?.()
  }
}

type BodyReader = {
  /** The bytes before the next occurrence of a delimiter, piece by piece. Those of the delimiter are dropped. */
  until(delimiter: Buffer): AsyncGenerator<Buffer>
  /** Whether the next bytes are this text. They are not dropped. */
  startsWith(text: string): Promise<boolean>
}

function createBodyReader(pieces: AsyncIterator<Buffer>, maxBytes: number, tooLarge: Problem): BodyReader {
  // The first delimiter has no line break before it.
  let unread: Buffer = Buffer.from('\r\n')
  let received = 0

  async function receive(): Promise<void> {
    // Also fails when the client has disconnected.
    const { value, done } = await pieces.next().catch(() => ({ value: undefined, done: true }))
    if (done || !value) throw new Problem(coreProblems.invalid)
    received += value.length
    if (received > maxBytes) throw tooLarge
    unread = unread.length === 0 ? value : Buffer.concat([unread, value])
  }
  const take = (bytes: number): Buffer => {
    const taken = unread.subarray(0, bytes)
    unread = unread.subarray(bytes)
    return taken
  }

  return {
    async *until(delimiter) {
      for (;;) {
        const at = unread.indexOf(delimiter)
        if (at >= 0) {
          yield take(at)
          take(delimiter.length)
          return
        }
        // The last bytes may be the begin of a delimiter.
        const certain = unread.length - delimiter.length + 1
        if (certain > 0) yield take(certain)
        await receive()
      }
    },
    async startsWith(text) {
      while (unread.length < text.length) await receive()
      return unread.toString('latin1', 0, text.length) === text
    },
  }
}

async function drop(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of pieces);
}

/** The rest of a longer content is read and dropped, so that the response reaches a client that is still sending. */
async function readWhole(content: AsyncIterable<Buffer>, most: number): Promise<Buffer | undefined> {
  const kept: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size <= most) kept.push(piece)
  }
  return size <= most ? Buffer.concat(kept) : undefined
}

/** Throws as soon as there are more bytes. */
async function readWithin(content: AsyncIterable<Buffer>, most: number): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > most) throw new Problem(coreProblems.invalid)
    kept.push(piece)
  }
  return Buffer.concat(kept).toString()
}
