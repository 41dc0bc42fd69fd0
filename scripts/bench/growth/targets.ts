/** The targets of this benchmark: a minimum or a maximum. */
const growthTargets = {
  randomRatio: { least: 0.12 },
  recentRatio: { least: 0.18 },
  p99OverP50: { most: 10 },
  msListFirst: { most: 50 },
  msListLast: { most: 100 },
  walPerScanRecent: { most: 600 },
  walPerScanRandom: { most: 2_500 },
  bytesPerCode: { most: 420 },
  bytesPerScan: { most: 220 },
} as const satisfies Record<string, { least: number } | { most: number }>

export type GrowthFigures = Record<keyof typeof growthTargets, number>

/** One line for each target: the figure, its bound, and whether it is reached. */
export function comparedWithTargets(figures: GrowthFigures): { name: string; text: string; isReached: boolean }[] {
  return Object.entries(growthTargets).map(([name, bound]) => {
    const figure = figures[name as keyof GrowthFigures]
    const isReached = 'least' in bound ? figure >= bound.least : figure <= bound.most
    const wanted = 'least' in bound ? `≥ ${bound.least}` : `≤ ${bound.most}`
    return { name, isReached, text: `${name} ${figure} (${wanted}): ${isReached ? 'reached' : 'missed'}` }
  })
}
