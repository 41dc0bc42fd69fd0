import { emptyTrail, follow, type Trail, type Visit } from '#shared/verdict/trail.ts'
import { readTrail } from '#shared/verdict/trail-bytes.ts'

/** What the look-up of a code brings along: its latest scan, and what the brand knows of the item. */
export interface Remembered {
  consumed_at: Date | null
  copied_at: Date | null
  /** The trail that the latest scan carries. */
  trail: Buffer | null
  /** The latest scan itself where it carries none, because it was the first. */
  last_scan: ({ at: string; verdict: string; visitor: string | null } & Located) | null
}
type Located = { country?: string | null | undefined; lat?: number | null | undefined; lng?: number | null | undefined }

/** What happened to a code before this scan. */
export function trailOf({ trail, last_scan }: Remembered): Trail {
  if (trail) return readTrail(trail)
  if (last_scan?.verdict !== 'genuine' || !last_scan.visitor) return emptyTrail
  return follow(emptyTrail, visitOf(last_scan, last_scan.visitor, Date.parse(last_scan.at)))
}

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
