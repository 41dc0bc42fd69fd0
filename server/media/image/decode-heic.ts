import decode from 'heic-decode'

type Pixels = { data: Uint8Array; width: number; height: number }

/**
 * The pixels of the first image of a HEIC file, RGBA, with its orientation applied. The decoder is libheif as WebAssembly: an error of
 * it cannot read or write memory outside of its own. Its blocks of memory are limited to 512 MB each.
 */
export async function decodeHeic(content: Uint8Array, maxPixels: number): Promise<Pixels> {
  const images = await decode.all({ buffer: content })
  try {
    const [first] = images
    if (!first || first.width * first.height > maxPixels) throw new Error('No image of an accepted size')
    const { data, width, height } = await first.decode()
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height }
  } finally {
    images.dispose()
  }
}
