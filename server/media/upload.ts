import { fileTypeFromBuffer } from 'file-type'
import type { Compute } from '#server/core/process/compute.ts'
import type { FormPart } from '#server/core/request-body/multipart.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { mediaProblems, type Purpose, purposes } from '#shared/media/contract.ts'
import type { FieldFileExt } from '#shared/sync/contract.ts'
import type { PictureKind } from './image/reencode.ts'
import { sanitizePicture } from './image/sanitize.ts'

export type Accepted = { content: Buffer; ext: '.jpg' | '.png' | '.pdf'; mime: string; name: string }
/** The bytes of a file within its limit, not yet checked. */
export type Received = { bytes: Buffer; name: string; purpose: Purpose }

/** Longest side (pixels) of a converted picture for a page, which shows none larger. */
const pageSide = 2048

/** Photos of phones are larger than a picture for a page may be: those that are converted are also reduced. */
export const receivedBytes = (purpose: Purpose): number =>
  purpose === 'image' ? limits.chosenImageBytes : purposes[purpose].bytes

export const tooLarge = (purpose: Purpose) =>
  new Problem(mediaProblems.tooLarge, { megabytes: purposes[purpose].bytes / 1024 / 1024 })

/** Reads one file of a multipart call into memory. */
export async function readUpload(part: FormPart, purpose: Purpose): Promise<Received> {
  const bytes = await part.read(receivedBytes(purpose))
  if (!bytes) throw tooLarge(purpose)
  const name =
    (part.filename ?? '')
      .replace(/[\p{Cc}/\\]/gu, '')
      .slice(-255)
      .toWellFormed() || 'file'
  return { bytes, name, purpose }
}

/** Checks a file by its bytes: they determine its kind, and images are re-encoded. */
export async function sanitizeUpload(compute: Compute, { bytes, name, purpose }: Received): Promise<Accepted> {
  const kind = (await fileTypeFromBuffer(bytes))?.mime
  if (kind === 'application/pdf' && purposes[purpose].pdf) return { content: bytes, ext: '.pdf', mime: kind, name }
  const picture = pictureKinds[kind ?? '']
  if (!picture || (isConverted(picture) && purpose === 'report')) throw new Problem(mediaProblems.kind)
  const { bytes: most } = purposes[purpose]
  if (bytes.length > most && !isConverted(picture)) throw tooLarge(purpose)
  const fit = isConverted(picture) && purpose === 'image' ? { side: pageSide, bytes: most } : undefined
  const { content, kind: mime } = await sanitizePicture(compute, bytes, picture, fit)
  const ext = mime === 'image/png' ? '.png' : '.jpg'
  return { content, ext, mime, name: isConverted(picture) ? renamed(name, ext) : name }
}

/** The extensions of sounds by the MIME type that their first bytes show: containers of videos contain sounds, too. */
const soundKinds: Partial<Record<string, FieldFileExt>> = {
  'audio/webm': '.webm',
  'video/webm': '.webm',
  'audio/ogg': '.ogg',
  'audio/ogg; codecs=opus': '.ogg',
  'video/ogg': '.ogg',
  'audio/mp4': '.m4a',
  'audio/x-m4a': '.m4a',
  'video/mp4': '.m4a',
}

/** A file that a device sent with a record: pictures are encoded again, sounds stay. Undefined for any other content. */
export async function sanitizeFieldFile(
  compute: Compute,
  bytes: Buffer,
): Promise<{ content: Buffer; ext: FieldFileExt } | undefined> {
  const kind = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  const sound = soundKinds[kind]
  if (sound) return { content: bytes, ext: sound }
  const picture = pictureKinds[kind]
  if (!picture || isConverted(picture)) return undefined
  const { content, kind: stored } = await sanitizePicture(compute, bytes, picture)
  return { content, ext: stored === 'image/png' ? '.png' : '.jpg' }
}

/**
 * The kinds of pictures by their MIME type. An animation is stored as the one image that every reader shows. HEIF files whose
 * brand names no codec are HEIC in practice.
 */
const pictureKinds: Partial<Record<string, PictureKind>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
}

/** Shoppers upload without an account, and their phones send a JPEG: the other decoders are for signed-in people. */
const isConverted = (kind: PictureKind): boolean => kind !== 'image/jpeg' && kind !== 'image/png'

const renamed = (name: string, ext: string): string =>
  `${name
    .replace(/(?<=.)\.[^.]+$/, '')
    .slice(0, 250)
    .toWellFormed()}${ext}`
