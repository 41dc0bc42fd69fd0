/** The estimated location of an IP address, in degrees; null if unknown. */
export type GeoPoint = { lat: number; lng: number } | null

const earthKm = 6371
const radians = Math.PI / 180

/** Distance over the ground in kilometres. */
export function distanceKm(a: NonNullable<GeoPoint>, b: NonNullable<GeoPoint>): number {
  const half = (angle: number) => Math.sin((angle * radians) / 2) ** 2
  const chord = half(b.lat - a.lat) + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * half(b.lng - a.lng)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}
