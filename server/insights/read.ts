import type { Tx } from '#server/core/db/database.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Insights, InsightsQuery } from '#shared/insights/contract.ts'
import { readNewest } from './scans/scan-rows.ts'
import { before, scopeOf } from './scope.ts'
import {
  activatedCodes,
  activeCodes,
  generatedCodes,
  newestCases,
  openedCases,
  relativeChange,
  seriesOf,
  stepCounts,
  systemsOf,
  totalOf,
  weeklyActivity,
} from './summary.ts'
import { allKinds, partOf, readMark, scanSums } from './sums/scan-sums.ts'
import { unusualPlace } from './unusual-places.ts'
import { divideRange, slotTime, zoneOffsets } from './zone-clock.ts'

const maxMapRows = 100

/** All numbers of the screen. */
export async function readInsights(
  tx: Tx,
  merchantId: string,
  query: InsightsQuery,
  language: Language,
): Promise<Insights> {
  const scope = await scopeOf(tx, merchantId, query)
  const { from, to } = scope
  const earlier = before(scope)
  const mark = await readMark(tx)
  const both = await scanSums(tx, { ...scope, from: earlier.from }, mark, from)
  const [sums, earlierSums] = [partOf(both, from, to), partOf(both, earlier.from, from)]
  const codes = await generatedCodes(tx, { ...scope, from: earlier.from })
  const [earlierCreation, creation] = [codes.subarray(0, to - from), codes.subarray(to - from)]
  const opened = await openedCases(tx, { ...scope, from: earlier.from })
  const [earlierCases, cases] = [opened.subarray(0, to - from), opened.subarray(to - from)]
  const active = await activeCodes(tx, scope)
  const activated = await activatedCodes(tx, scope)
  const offsetOf = zoneOffsets(query.timeZone)
  const steps = divideRange(scope, offsetOf)
  const compared = (count: number, previous: number) => ({ count, previous, trend: relativeChange(count, previous) })
  return {
    from: slotTime(from),
    to: slotTime(to),
    summary: [
      { action: 'GENERATION', ...compared(totalOf(creation), totalOf(earlierCreation)) },
      { action: 'VERIFY', ...compared(totalOf(sums.verify), totalOf(earlierSums.verify)) },
      { action: 'REDIRECT', ...compared(totalOf(sums.redirect), totalOf(earlierSums.redirect)) },
    ],
    activeCodes: {
      count: active.count,
      trend: active.before === null ? null : relativeChange(active.count, active.before),
      activated: activated && stepCounts(steps, activated),
    },
    outliers: { ...compared(totalOf(cases), totalOf(earlierCases)), opened: stepCounts(steps, cases) },
    risk: await newestCases(tx, scope, language),
    step: steps.step,
    points: steps.starts.map(slotTime),
    trend: seriesOf(steps, { creation, ...sums }),
    previousTrend: seriesOf(steps, { creation: earlierCreation, ...earlierSums }),
    activityMap: await readNewest(tx, scope, { counts: allKinds(sums), limit: maxMapRows, mark }),
    weeklyActivity: weeklyActivity(sums, offsetOf),
    os: systemsOf(sums),
    behind: mark?.isOld ? Math.round(mark.age) : 0,
    unusual: await unusualPlace(tx, scope, mark),
  }
}
