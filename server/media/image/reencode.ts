import sharp from 'sharp'

/** Only these decoders may process untrusted bytes. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

export type Untrusted = { content: Uint8Array; kind: 'image/jpeg' | 'image/png'; maxPixels: number }

/**
 * Decodes and re-encodes an image: metadata and appended data are removed, orientation is applied. Returns undefined if
 * it cannot be decoded. Runs in a separate process: see `sanitize.ts`.
 */
export async function reencode({ content, kind, maxPixels }: Untrusted): Promise<Uint8Array | undefined> {
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    return await (kind === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })).toBuffer()
  } catch {
    return undefined
  }
}
