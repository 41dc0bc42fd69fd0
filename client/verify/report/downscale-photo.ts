/** Photos up to this size are sent as they are. */
const smallBytes = 1_000_000
/** Longest side in pixels: enough to read the small print of a label. */
const maxSide = 2048
const quality = 0.85

/** A large photo as a smaller JPEG. A photo that this browser cannot decode stays as it is, and the server decides. */
export async function downscalePhoto(photo: Blob): Promise<Blob> {
  if (photo.size <= smallBytes) return photo
  try {
    const bitmap = await createImageBitmap(photo)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const shrunk = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, 'image/jpeg', quality))
    return shrunk && shrunk.size < photo.size ? shrunk : photo
  } catch {
    return photo
  }
}
