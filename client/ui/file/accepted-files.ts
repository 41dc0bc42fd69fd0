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

/** The kinds as a hint beside a field. */
export const kindsOf = ({ pdf }: { pdf: boolean }): string => `JPG, PNG, WebP, HEIC, AVIF${pdf ? ', PDF' : ''}`
