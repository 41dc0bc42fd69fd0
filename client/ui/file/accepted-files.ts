import { limits } from '#shared/core/limits/limits.ts'
import { type Purpose, purposes } from '#shared/media/contract.ts'

/** The kinds of pictures that the server converts, by MIME type and by extension where a browser knows no type. */
export const images = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/heic': ['.heic'],
  'image/heif': ['.heif'],
}
export const imagesAndPdf = { ...images, 'application/pdf': ['.pdf'] }

/** The server converts and reduces these kinds, so larger files are accepted. */
const isConverted = ({ name, type }: File): boolean =>
  /^image\/(webp|avif|heic|heif)$/.test(type) || /\.(webp|avif|heic|heif)$/i.test(name)

/** Whether some browsers cannot show the file: only those of Apple decode HEIC. */
export const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)

/** The most bytes of one file with this purpose. */
export const maxBytesOf =
  (purpose: Purpose) =>
  (file: File): number =>
    purpose === 'image' && isConverted(file) ? limits.chosenImageBytes : purposes[purpose].bytes

/** The kinds as a hint beside a field. */
export const kindsOf = ({ pdf }: { pdf: boolean }): string => `JPG, PNG, WebP, HEIC, AVIF${pdf ? ', PDF' : ''}`
