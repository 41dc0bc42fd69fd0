import { drawSmaller, encodeCanvas } from '#client/core/files/draw-smaller.ts'

/** Longest side in pixels. */
const maxSide = 1600
const quality = 0.8

export type EncodedPicture = { content: Uint8Array<ArrayBuffer>; width: number; height: number }

/** A photo as a small JPEG. Rejects if this browser cannot read the picture. */
export const shrinkPhoto = async (file: Blob): Promise<EncodedPicture> =>
  pictureOf(await drawSmaller(file, maxSide), 'image/jpeg', quality)

export async function pictureOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<EncodedPicture> {
  const encoded = await encodeCanvas(canvas, type, quality)
  if (encoded?.type !== type) throw new Error(`This browser writes no ${type}`)
  return { content: new Uint8Array(await encoded.arrayBuffer()), width: canvas.width, height: canvas.height }
}
