import { drawSmaller, encodeCanvas } from '#client/core/files/draw-smaller.ts'

/** Photos up to this size are sent as they are. */
const smallBytes = 1_000_000
/** Longest side in pixels: enough to read the small print of a label. */
const maxSide = 2048
const quality = 0.85

/** A large photo as a smaller JPEG. A photo that this browser cannot decode stays as it is, and the server decides. */
export async function downscalePhoto(photo: Blob): Promise<Blob> {
  if (photo.size <= smallBytes) return photo
  try {
    const shrunk = await encodeCanvas(await drawSmaller(photo, maxSide), 'image/jpeg', quality)
    return shrunk && shrunk.size < photo.size ? shrunk : photo
  } catch {
    return photo
  }
}
