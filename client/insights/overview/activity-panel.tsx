import { Skeleton } from '@chakra-ui/react'
import { Suspense, useMemo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { Insights } from '#shared/insights/contract.ts'
import { pointNames } from './point-names.ts'
import { series } from './series.ts'

const Chart = lazyComponent(() => import('./activity-chart.tsx'))

/** Creation, verify and redirect over the range. */
export function ActivityPanel({ data, file }: { data: Insights | undefined; file: string }) {
  const t = useText('insightsOverview')
  const language = useLanguage()
  const names = useMemo(() => {
    const all = data ? pointNames(data.points, data.step, language) : []
    return data?.step === 'week' ? all.map(({ short, long }) => ({ short, long: t('weekOf', { date: long }) })) : all
  }, [data, language, t])
  const table = data && {
    head: [t('time'), ...series.flatMap(({ name }) => [t(name), t('previously', { name: t(name) })])],
    rows: names.map(({ long }, index) => [
      long,
      ...series.flatMap(({ name }) => [data.trend[name][index] ?? 0, data.previousTrend[name][index] ?? 0]),
    ]),
  }
  return (
    <ChartFrame
      id="activities"
      title={t('activities')}
      hint={data && t('activitiesHint', { step: t(data.step) })}
      file={`${file}-activities`}
      table={table}
    >
      {data ? (
        <Suspense fallback={<Skeleton height="400px" />}>
          <Chart data={data} names={names} />
        </Suspense>
      ) : (
        <Skeleton height="400px" />
      )}
    </ChartFrame>
  )
}
