import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { visitsOf } from '#scripts/verdict/history.ts'
import { type Copying, type Look, markets, type World } from '#scripts/verdict/worlds/world.ts'
import { countDays } from '#shared/verdict/evidence/counted-visits.ts'
import { scoredFeatures } from '#shared/verdict/evidence/evidence.ts'
import { assess, type VerdictLevel } from '#shared/verdict/rules.ts'
import type { Features } from '#shared/verdict/score/features.ts'
import { termNames, terms } from '#shared/verdict/score/score.ts'
import { type Category, defaultSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type LoggedVisit, type VisitLog } from '#shared/verdict/visits/visit-log.ts'

/** The history of a code after one of its looks. */
export type Step = {
  /** Physical items that were scanned so far, and whether this look is the first at one of them. */
  units: number
  isNewUnit: boolean
  scans: number
  visitorDays: number
  days: number
  kinds: number
  /** People as the first edition of the verdict counted them: phones at least, and one for two kinds of phone above three. */
  people: number
  /** The terms of the score, in the order of `termNames`; null before visits on three days. */
  terms: Float64Array | null
  /** The result of the engine with its default settings, where it was asked for. */
  level?: VerdictLevel
}

export type SimulatedItem = {
  /** Kind of the honest history, or the market and days of the copies. */
  kind: string
  category: Category
  /** Share of the items of its world, or of the copied labels of its world. */
  weight: number
  steps: Step[]
}
export type WorldSample = { world: World; honest: SimulatedItem[]; copied: SimulatedItem[] }

/** Days over which copies are sold. */
export const paces = [14, 60, 180] as const
export const mixes: readonly Omit<Copying, 'units'>[] = markets.flatMap((market) =>
  paces.map((days) => ({ market, days })),
)
export const mixName = ({ market, days }: Omit<Copying, 'units'>): string => `${market}, ${days} days`

/** Number of items of each honest kind and of each mix of copies. */
export type Sizes = { honest: number; copied: number; units: number }
/** Whether the engine judges each step, which takes longer. */
type Judging = { isJudged?: boolean }

/** The same seed gives the same items, except that a world counts its people on. */
export function drawSample(
  world: World,
  { honest, copied, units, isJudged = false }: Sizes & Judging,
  seed: number,
): WorldSample {
  const chance = new SeededRandom(seed)
  const draw = (count: number, about: Omit<SimulatedItem, 'steps'>, item: () => Look[]): SimulatedItem[] =>
    Array.from({ length: count }, () => ({ ...about, steps: stepsOf(item(), `${chance.next()}`, isJudged) }))
  return {
    world,
    honest: Object.entries(world.honest).flatMap(([kind, { share, category, item }]) =>
      draw(honest, { kind, category: category ?? 'one_owner', weight: share / honest }, () => item(chance)),
    ),
    copied: mixes.flatMap((mix) =>
      draw(copied, { kind: mixName(mix), category: 'one_owner', weight: 1 / (mixes.length * copied) }, () =>
        world.copies(chance, { ...mix, units }),
      ),
    ),
  }
}

/** The history of a code, look by look, as the server keeps it. Looks that change nothing are left out. */
export function stepsOf(looks: readonly Look[], code: string, isJudged = false): Step[] {
  let log = emptyVisitLog
  const units = new Set<number>()
  const steps: Step[] = []
  for (const [i, { visit, look }] of visitsOf(looks, code).entries()) {
    const next = addVisit(log, visit)
    const isNewUnit = !units.has(look.unit)
    const isLast = i === looks.length - 1
    if (next === log && !isNewUnit && !isLast) continue
    log = next
    units.add(look.unit)
    steps.push({
      units: units.size,
      isNewUnit,
      scans: i + 1,
      ...measure(log),
      ...(isJudged && { level: levelOf(log) }),
    })
  }
  return steps
}

function measure({ visits, checks }: VisitLog): Omit<Step, 'units' | 'isNewUnit' | 'scans' | 'level'> {
  const kinds = new Set(visits.map(({ kind }) => kind)).size
  const phones = new Set(visits.map(({ phone }) => phone)).size
  return {
    visitorDays: checks,
    days: countDays(visits),
    kinds,
    people: kinds < 3 ? 0 : phones + Math.floor((kinds - 3) / 2),
    terms: scoredTerms(visits),
  }
}

function levelOf(log: VisitLog): VerdictLevel {
  return assess(log, {}, defaultSettings, log.visits.at(-1)!.minute).level
}

const termsOf = (features: Features): Float64Array => Float64Array.from(termNames, (name) => terms[name](features))

/** Instead of the score, which is not fitted yet. */
const sumOfTerms = (features: Features): number => termsOf(features).reduce((sum, term) => sum + term, 0)

/** As the rule `visitors` counts, almost: the burst that it leaves out is that of the smallest sum of terms. */
function scoredTerms(visits: readonly LoggedVisit[]): Float64Array | null {
  const features = scoredFeatures(visits, sumOfTerms)
  return features ? termsOf(features) : null
}
