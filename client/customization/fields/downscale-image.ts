/**
 * Edge lengths (pixels) that are tried in order until an image is small enough. The page shows no image wider than the
 * first.
 */
const edgeLengths = [2048, 1600, 1280, 1024, 800, 640, 512]

/** No browser writes AVIF. */
const writable = (type: string): string => (type === 'image/avif' ? 'image/webp' : type)

/** Returns an image below the byte limit: unchanged, or resized on the device. Keeps its name and type. */
export async function downscaleImage(file: File, maxBytes: number): Promise<File> {
  if (file.size <= maxBytes) return file
  const picture = await createImageBitmap(file)
  try {
    for (const edge of edgeLengths) {
      const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
      const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
      canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const drawn = await canvas.convertToBlob({ type: writable(file.type), quality: 0.85 })
      if (drawn.size <= maxBytes) return new File([drawn], file.name, { type: drawn.type })
    }
  } finally {
    picture.close()
  }
  return file
}
