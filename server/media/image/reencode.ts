import sharp, { type Sharp } from 'sharp'

/** Only these decoders may process untrusted bytes. The last one reads AVIF: the build of sharp has no decoder of HEVC. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.concurrency(1)
sharp.cache(false)

/** The kinds that are accepted, and those that are stored. */
export type PictureKind = StoredKind | 'image/webp' | 'image/avif' | 'image/heic'
type StoredKind = 'image/jpeg' | 'image/png'
export type Untrusted = { content: Uint8Array; kind: PictureKind; maxPixels: number }
export type Reencoded = { content: Uint8Array; kind: StoredKind }

/**
 * Decodes and re-encodes an image: metadata and appended data are removed, orientation is applied. JPEG and PNG keep their kind;
 * other kinds become a PNG if a pixel is transparent, otherwise a JPEG. Returns undefined if it cannot be decoded. Runs in a
 * separate process: see `sanitize.ts`.
 */
export async function reencode(untrusted: Untrusted): Promise<Reencoded | undefined> {
  try {
    const picture = await decoded(untrusted)
    const kind = await storedKind(untrusted.kind, picture)
    const encoded = kind === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })
    return { content: await encoded.toBuffer(), kind }
  } catch {
    return undefined
  }
}

async function decoded({ content, kind, maxPixels }: Untrusted): Promise<Sharp> {
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  if (kind !== 'image/heic') return sharp(content, options).rotate()
  const { decodeHeic } = await import('./decode-heic.ts')
  const { data, width, height } = await decodeHeic(content, maxPixels)
  return sharp(data, { ...options, raw: { width, height, channels: 4 } }).removeAlpha()
}

async function storedKind(kind: PictureKind, picture: Sharp): Promise<StoredKind> {
  if (kind === 'image/jpeg' || kind === 'image/png') return kind
  if (kind === 'image/heic') return 'image/jpeg'
  const { hasAlpha } = await picture.metadata()
  return hasAlpha && !(await picture.stats()).isOpaque ? 'image/png' : 'image/jpeg'
}
