import { emptyTrail, type Trail, type Visit } from '#shared/verdict/trail.ts'
import { readTrail } from '#shared/verdict/trail-bytes.ts'

/** What the look-up of a code brings along: what its latest scan carries, and what the brand knows of the item. */
export interface Remembered {
  consumed_at: Date | null
  copied_at: Date | null
  /** Null until a genuine code is scanned. */
  trail: Buffer | null
}
type Located = { country?: string | undefined; lat?: number | undefined; lng?: number | undefined }

/** What happened to a code before this scan. */
export const trailOf = ({ trail }: Remembered): Trail => (trail ? readTrail(trail) : emptyTrail)

/** @param visitor hex digits: 12 bytes of a daily hash, 2 of the kind of browser, 2 of its version */
export function visitOf({ country, lat, lng }: Located, visitor: string, at: number): Visit {
  return {
    minute: Math.floor(at / 60_000),
    visitor: Number.parseInt(visitor.slice(0, 8), 16),
    kind: Number.parseInt(visitor.slice(24, 28), 16),
    version: Number.parseInt(visitor.slice(28), 16),
    country: country ?? '',
    place: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
  }
}
