import type { Tx } from '#server/core/db/database.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Insights, InsightsQuery } from '#shared/insights/contract.ts'
import { readNewest } from './scans/scan-rows.ts'
import { before, scopeOf } from './scope.ts'
import {
  activeCodes,
  countActivatedCodes,
  countGeneratedCodes,
  countOpenedCases,
  listNewestCases,
  relativeChange,
  seriesOf,
  stepCounts,
  systemsOf,
  totalOf,
  weeklyActivity,
} from './summary.ts'
import { allKinds, partOf, readScanSums, readWatermark } from './sums/scan-sums.ts'
import { findUnusualPlace } from './unusual/unusual-places.ts'
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
  const watermark = await readWatermark(tx)
  const both = await readScanSums(tx, { ...scope, from: earlier.from }, watermark, from)
  const [sums, earlierSums] = [partOf(both, from, to), partOf(both, earlier.from, earlier.to)]
  const codes = await countGeneratedCodes(tx, { ...scope, from: earlier.from })
  const [earlierCreation, creation] = [codes.subarray(0, to - from), codes.subarray(from - earlier.from)]
  const opened = await countOpenedCases(tx, { ...scope, from: earlier.from })
  const [earlierCases, cases] = [opened.subarray(0, to - from), opened.subarray(from - earlier.from)]
  const active = await activeCodes(tx, scope)
  const activated = await countActivatedCodes(tx, scope)
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
    risk: await listNewestCases(tx, scope, language),
    step: steps.step,
    points: steps.starts.map(slotTime),
    trend: seriesOf(steps, { creation, ...sums }),
    previousTrend: seriesOf(steps, { creation: earlierCreation, ...earlierSums }),
    activityMap: await readNewest(tx, scope, { counts: allKinds(sums), limit: maxMapRows, watermark }),
    weeklyActivity: weeklyActivity(sums, offsetOf),
    os: systemsOf(sums),
    behind: watermark?.isOld ? Math.round(watermark.age) : 0,
    unusual: await findUnusualPlace(tx, scope, watermark),
  }
}
