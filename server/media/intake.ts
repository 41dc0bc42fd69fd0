import type { MultipartFile } from '@fastify/multipart'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { Problem } from '#shared/core/problem.ts'
import { mediaProblems, type Purpose, purposes } from '#shared/media/contract.ts'

export type Accepted = { content: Buffer; ext: '.jpg' | '.png' | '.pdf'; mime: string; name: string }

/** Pixels of one picture: decoding more would cost memory out of all proportion to its file. */
const maxPixels = 16_000_000

/** Only these decoders ever see a stranger's bytes. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

/** Reads one file of a multipart call: its kind is what its bytes say, and pictures are encoded anew. */
export async function accept(part: MultipartFile, purpose: Purpose): Promise<Accepted> {
  const limit = purposes[purpose]
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file) {
    size += chunk.length
    // The rest is read and dropped, so that the answer reaches a client that is still sending.
    if (size <= limit.bytes) chunks.push(chunk)
  }
  // A stream past the parser's own limit ends early without an error.
  if (part.file.truncated || size > limit.bytes) {
    throw new Problem(mediaProblems.tooLarge, { megabytes: limit.bytes / 1024 / 1024 })
  }
  const bytes = Buffer.concat(chunks)
  const kind = (await fileTypeFromBuffer(bytes))?.mime
  const name = part.filename.replace(/[\p{Cc}/\\]/gu, '').slice(-255) || 'file'
  if (kind === 'application/pdf' && limit.pdf) return { content: bytes, ext: '.pdf', mime: kind, name }
  if (kind !== 'image/jpeg' && kind !== 'image/png') throw new Problem(mediaProblems.kind)
  return { content: await encodeAnew(bytes, kind), ext: kind === 'image/png' ? '.png' : '.jpg', mime: kind, name }
}

/** Metadata and anything hidden behind the picture does not survive; orientation is applied. */
async function encodeAnew(bytes: Buffer, kind: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    return await (kind === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })).toBuffer()
  } catch {
    throw new Problem(mediaProblems.kind)
  }
}
