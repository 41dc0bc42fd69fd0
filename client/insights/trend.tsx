import { Skeleton } from '@chakra-ui/react'
import { Suspense, useMemo } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { localeTag } from '#client/core/i18n/locale.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

const Chart = lazyComponent(() => import('./trend-chart.tsx'))
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Products created and codes generated in a year, as a chart or as a table. */
export function Trend() {
  const t = useText('insights')
  const language = useLanguage()
  const enabled = useViewer()?.emailConfirmed === true
  const trend = useRead(insightsContract.trend, { query: { timeZone } }, { enabled, keep: 'trend' })
  const { data } = trend
  // The number of the card above.
  const total = useRead(orderContract.total, {}, { enabled, quiet: true, keep: 'generated' }).data?.total
  const nameOf = useMemo(() => monthNames(language), [language])
  if (!enabled) return null
  const table = data && {
    head: [t('month'), t('skusCreated'), t('codesGenerated')],
    rows: data.map(({ month, created, generated }) => [nameOf(month, 'long'), created, generated]),
  }
  return (
    <ChartFrame title={t('trend')} hint={t('trendHint')} file={`${data?.at(-1)?.month}-year`} table={table}>
      {!data ? (
        <LoadState read={trend} height="64" />
      ) : (
        <Suspense fallback={<Skeleton height="64" />}>
          <Chart months={data} total={total} nameOf={nameOf} />
        </Suspense>
      )}
    </ChartFrame>
  )
}

export type MonthName = (month: string, form: 'short' | 'long') => string

/** Formats `2026-11` in the current language. */
function monthNames(language: keyof typeof localeTag): MonthName {
  const forms = {
    short: new Intl.DateTimeFormat(localeTag[language], { month: 'short', timeZone: 'UTC' }),
    long: new Intl.DateTimeFormat(localeTag[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  }
  return (month, form) => forms[form].format(new Date(`${month}-01T00:00:00Z`))
}
