/** Weeks that a week is compared with. */
export const usualWeeks = 8
/** The expected rate of false alarms: at most one sentence in this many weeks. */
const weeksPerFalseAlarm = 100
/** Pairs with fewer scans in the usual weeks are not tested: one scan a week. */
const minUsualScans = usualWeeks
/** A difference that is too small to be of interest, however certain it is. */
const minScans = 20
const minTimes = 2

/** Scans of a product in a place: of the week, then of the weeks before it. */
type WeeklyCounts = { weeks: ArrayLike<number> }

/**
 * The pair whose week exceeds its usual weeks most, if one does by more than chance.
 *
 * For each pair: the mean m of the usual weeks, their dispersion d = max(1, variance / m), because scans come in bursts, and
 * t = (x - m) / sqrt(d · m · (1 + 1/8)) for the scans x of the week. Were the week a usual one, t would have about Student's
 * distribution with 7 degrees of freedom. The chance of a t as large must be below 1 % divided by the number of pairs that are
 * tested (Bonferroni), so that a merchant without anything unusual gets a sentence in at most one of 100 weeks.
 */
export function findMostUnusual<P extends WeeklyCounts>(pairs: readonly P[]): { pair: P; times: number } | undefined {
  const tested = pairs.filter((pair) => usualScans(pair) >= minUsualScans)
  const chance = 1 / weeksPerFalseAlarm / tested.length
  let most: { pair: P; times: number } | undefined
  for (const pair of tested) {
    const scans = pair.weeks[0]!
    const mean = usualScans(pair) / usualWeeks
    const times = scans / mean
    if (scans < minScans || times < minTimes || times <= (most?.times ?? 0)) continue
    let squares = 0
    for (let week = 1; week <= usualWeeks; week++) squares += (pair.weeks[week]! - mean) ** 2
    const dispersion = Math.max(1, squares / (usualWeeks - 1) / mean)
    const t = (scans - mean) / Math.sqrt(dispersion * mean * (1 + 1 / usualWeeks))
    if (chanceOf(t) < chance) most = { pair, times }
  }
  return most
}

function usualScans({ weeks }: WeeklyCounts): number {
  let sum = 0
  for (let week = 1; week <= usualWeeks; week++) sum += weeks[week]!
  return sum
}

/** The chance of a larger t: Student's distribution with 7 degrees of freedom (Abramowitz and Stegun 26.7.3). */
function chanceOf(t: number): number {
  const angle = Math.atan(t / Math.sqrt(usualWeeks - 1))
  const cos = Math.cos(angle)
  const within = (2 / Math.PI) * (angle + Math.sin(angle) * (cos + (2 / 3) * cos ** 3 + (8 / 15) * cos ** 5))
  return (1 - within) / 2
}
