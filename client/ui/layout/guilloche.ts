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
