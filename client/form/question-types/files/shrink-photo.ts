/** Longest side in pixels. */
const maxSide = 1600
const quality = 0.8

export type EncodedPicture = { content: Uint8Array<ArrayBuffer>; width: number; height: number }

/**
 * A photo as a small JPEG, the right way up. It is drawn again, so that nothing that the camera has written into the file stays,
 * such as where it was taken. Rejects if this browser cannot read the picture.
 */
export async function shrinkPhoto(file: Blob): Promise<EncodedPicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')!
  // A JPEG has no transparent pixels: they would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return pictureOf(canvas, 'image/jpeg', quality)
}

export async function pictureOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<EncodedPicture> {
  const encoded = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, type, quality))
  if (encoded?.type !== type) throw new Error(`This browser writes no ${type}`)
  return { content: new Uint8Array(await encoded.arrayBuffer()), width: canvas.width, height: canvas.height }
}
