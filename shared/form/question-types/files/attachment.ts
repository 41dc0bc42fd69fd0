/** The kinds of files that answers hold. */
export type AttachmentExt = '.jpg' | '.png' | '.webm' | '.ogg' | '.m4a'

/** A file of an answer. `digest`: SHA-256 of the bytes that the device sends, which also names the upload. */
export type Attachment = {
  digest: string
  ext: AttachmentExt
  bytes: number
  /** Of a picture, in pixels. */
  width?: number
  height?: number
  /** Of a sound. */
  seconds?: number
}

const pattern =
  /^([0-9a-f]{64})(\.(?:jpg|png|webm|ogg|m4a)):([1-9]\d{0,7}):(?:([1-9]\d{0,4})x([1-9]\d{0,4})|(\d{1,4})s)$/

/** The files in an answer; undefined if a part of the text names none. */
export function readAttachments(answer: string): Attachment[] | undefined {
  if (answer === '') return []
  const found = answer.split(' ').flatMap((part): Attachment[] => {
    const [, digest, ext, bytes, width, height, seconds] = pattern.exec(part) ?? []
    if (!digest) return []
    const size = width ? { width: Number(width), height: Number(height) } : { seconds: Number(seconds) }
    return [{ digest, ext: ext as AttachmentExt, bytes: Number(bytes), ...size }]
  })
  return found.length === answer.split(' ').length ? found : undefined
}

/** The answer that holds these files. */
export function writeAttachments(files: readonly Attachment[]): string {
  return files
    .map(({ digest, ext, bytes, width, height, seconds }) => {
      return `${digest}${ext}:${bytes}:${width === undefined ? `${seconds ?? 0}s` : `${width}x${height}`}`
    })
    .join(' ')
}

/** A short name of a file, for texts. */
export const attachmentName = ({ digest, ext }: Pick<Attachment, 'digest' | 'ext'>): string =>
  `${digest.slice(0, 12)}${ext}`

export const attachmentNames = (answer: string): string =>
  (readAttachments(answer) ?? []).map(attachmentName).join(', ')
