import sharp from 'sharp'

/** Only these decoders ever see a stranger's bytes. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

export type Untrusted = { content: Uint8Array; kind: 'image/jpeg' | 'image/png'; maxPixels: number }

/**
 * Decodes a picture and encodes it anew: metadata and anything hidden behind it does not survive, orientation is applied.
 * Undefined where it cannot be decoded. Runs in a process of its own: see `picture.ts`.
 */
export async function reencode({ content, kind, maxPixels }: Untrusted): Promise<Uint8Array | undefined> {
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    return await (kind === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })).toBuffer()
  } catch {
    return undefined
  }
}
