/** Points per lobe, enough to look round at any size. */
const pointsPerLobe = 20

/** One ring of a guilloche, the ornament of banknotes and hallmarks, as an SVG path around the origin. */
export function guilloche(lobes: number, radius: number, depth: number, phase: number): string {
  const turns = lobes * pointsPerLobe
  const points = Array.from({ length: turns }, (_, i) => {
    const angle = (i / turns) * 2 * Math.PI
    const r = radius - depth + depth * Math.sin(lobes * angle + phase)
    return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

/** The rings of the logo, around the origin of a box from -60 to 60. */
export const logoRings: readonly string[] = [0, 1, 2].map((ring) =>
  guilloche(12, 52 - ring * 6, 7, (ring * Math.PI) / 6),
)
/** The check mark inside the rings. */
export const logoCheck = 'M-16 1 L-5 12 L17 -12'
