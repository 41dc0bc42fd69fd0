import type { Tx } from '#server/core/db/database.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Insights, InsightsQuery } from '#shared/insights/contract.ts'
import { scanPage } from './scan-rows.ts'
import { scanSums } from './scan-sums.ts'
import { before, scopeOf } from './scope.ts'
import {
  activeCodes,
  caseCount,
  changeOf,
  generatedCodes,
  newestCases,
  seriesOf,
  totalOf,
  weeklyActivity,
} from './summary.ts'
import { divideRange, slotTime, zoneOffsets } from './zone-clock.ts'

const maxMapRows = 500

/** All numbers of the screen. */
export async function readInsights(
  tx: Tx,
  merchantId: string,
  query: InsightsQuery,
  language: Language,
): Promise<Insights> {
  const scope = await scopeOf(tx, merchantId, query)
  const earlier = before(scope)
  const { sums, behind } = await scanSums(tx, scope)
  const { sums: earlierSums } = await scanSums(tx, earlier)
  const [creation, earlierCreation] = [await generatedCodes(tx, scope), await generatedCodes(tx, earlier)]
  const [cases, earlierCases] = [await caseCount(tx, scope), await caseCount(tx, earlier)]
  const offsetOf = zoneOffsets(query.timeZone)
  const steps = divideRange(scope, offsetOf)
  const compared = (count: number, previous: number) => ({ count, previous, trend: changeOf(count, previous) })
  return {
    from: slotTime(scope.from),
    to: slotTime(scope.to),
    summary: [
      { action: 'GENERATION', ...compared(totalOf(creation), totalOf(earlierCreation)) },
      { action: 'VERIFY', ...compared(totalOf(sums.verify), totalOf(earlierSums.verify)) },
      { action: 'REDIRECT', ...compared(totalOf(sums.redirect), totalOf(earlierSums.redirect)) },
    ],
    activeCodes: await activeCodes(tx, scope),
    outliers: compared(cases, earlierCases),
    risk: await newestCases(tx, scope, language),
    step: steps.step,
    points: steps.starts.map(slotTime),
    trend: seriesOf(steps, scope.from, 0, { creation, ...sums }),
    previousTrend: seriesOf(steps, scope.from, scope.to - scope.from, { creation: earlierCreation, ...earlierSums }),
    activityMap: (await scanPage(tx, scope, { offset: 0, limit: maxMapRows })).rows,
    weeklyActivity: weeklyActivity(sums, offsetOf),
    os: Object.fromEntries([...sums.os].toSorted(([, a], [, b]) => b - a)),
    behind,
    unusual: null,
  }
}
