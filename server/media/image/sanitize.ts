import { type Compute, defineTask, TaskTimeoutError } from '#server/core/process/compute.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { mediaProblems } from '#shared/media/contract.ts'
import { readHeif } from './heif-boxes.ts'
import { readJpeg } from './jpeg-markers.ts'
import { readPng } from './png-chunks.ts'
import type { Fit, PictureKind, Reencoded, reencode } from './reencode.ts'
import { readWebp } from './webp-header.ts'

/** The largest accepted image takes two seconds of processor time, on a slow machine about eight. */
const task = defineTask<typeof reencode>(new URL('./reencode.ts', import.meta.url), 'reencode', 20_000)

const readers = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/avif': readHeif,
  'image/heic': readHeif,
}

/**
 * Decodes and re-encodes an untrusted image, and reduces it to `fit`. Its sides and pixels are checked by its header before decoding. Decoding
 * runs in a separate process with a timeout.
 */
export async function sanitizePicture(
  compute: Compute,
  bytes: Buffer,
  kind: PictureKind,
  fit?: Fit,
): Promise<Reencoded & { content: Buffer }> {
  const { imageSide: side, imagePixels: maxPixels } = limits
  const read = readers[kind](bytes)
  if (!read) throw new Problem(mediaProblems.kind)
  if (Math.max(read.width, read.height) > side || read.width * read.height > maxPixels) {
    throw new Problem(mediaProblems.dimensions, { side, megapixels: maxPixels / 1e6 })
  }
  try {
    const encoded = await compute.run(task, { content: read.content, kind, maxPixels, ...(fit && { fit }) })
    if (!encoded) throw new Problem(mediaProblems.kind)
    return { ...encoded, content: Buffer.from(encoded.content) }
  } catch (error) {
    if (error instanceof TaskTimeoutError) throw new Problem(mediaProblems.tooComplex)
    throw error
  }
}
