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
/** Longest side in pixels, and bytes of a JPEG. */
export type Fit = { side: number; bytes: number }
type Untrusted = { content: Uint8Array; kind: PictureKind; maxPixels: number; fit?: Fit }
export type Reencoded = { content: Uint8Array; kind: StoredKind }

/**
 * Decodes and re-encodes an image: metadata and appended data are removed, orientation is applied. JPEG and PNG keep their kind;
 * other kinds become a PNG if a pixel is transparent, otherwise a JPEG. Returns undefined if it cannot be decoded. Runs in a
 * separate process: see `sanitize.ts`.
 */
export async function reencode(untrusted: Untrusted): Promise<Reencoded | undefined> {
  try {
    const { fit } = untrusted
    const whole = await decoded(untrusted)
    const picture = fit ? whole.resize(fit.side, fit.side, { fit: 'inside', withoutEnlargement: true }) : whole
    const kind = await storedKind(untrusted.kind, picture)
    const content = kind === 'image/png' ? await picture.png().toBuffer() : await jpegOf(picture, fit?.bytes)
    return { content, kind }
  } catch {
    return undefined
  }
}

/** The first quality is not seen. The others are for photos with much noise that have to fit a limit. */
const qualities = [88, 78, 65]

async function jpegOf(picture: Sharp, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  let content = Buffer.alloc(0)
  for (const quality of qualities) {
    content = await picture.clone().jpeg({ quality }).toBuffer()
    if (content.length <= most) break
  }
  return content
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
