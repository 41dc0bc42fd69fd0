import { Button, Flex, Skeleton, Stack, Table, Text } from '@chakra-ui/react'
import { Suspense, useMemo, useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { insightsContract, type TrendMonth } from '#shared/insights/contract.ts'

const Chart = lazyComponent(() => import('./trend-chart.tsx'))
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Products created and codes generated in a year, as a chart or as a table. */
export function Trend() {
  const t = useText('insights')
  const language = preferences((state) => state.language)
  const enabled = useViewer()?.emailConfirmed === true
  const trend = useRead(insightsContract.trend, { query: { timeZone } }, { enabled })
  const { data } = trend
  const [asTable, setAsTable] = useState(false)
  const nameOf = useMemo(() => monthNames(language), [language])
  if (!enabled) return null
  return (
    <Panel title={t('trend')}>
      <Stack gap="4">
        <Flex justify="space-between" align="start" gap="3" wrap="wrap">
          <Text color="fg.muted">{t('trendHint')}</Text>
          <Button size="sm" variant="outline" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? t('asChart') : t('asTable')}
          </Button>
        </Flex>
        {!data ? (
          <LoadState read={trend} height="64" />
        ) : asTable ? (
          <TrendTable months={data} nameOf={nameOf} />
        ) : (
          <Suspense fallback={<Skeleton height="64" />}>
            <Chart months={data} nameOf={nameOf} />
          </Suspense>
        )}
      </Stack>
    </Panel>
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

function TrendTable({ months, nameOf }: { months: readonly TrendMonth[]; nameOf: MonthName }) {
  const t = useText('insights')
  return (
    <Table.Root size="sm" aria-label={t('trend')}>
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader>{t('month')}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{t('skusCreated')}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{t('codesGenerated')}</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {months.map(({ month, created, generated }) => (
          <Table.Row key={month} bg="transparent">
            <Table.ColumnHeader scope="row" fontWeight="normal">
              {nameOf(month, 'long')}
            </Table.ColumnHeader>
            <Table.Cell textAlign="end">{formatNumber(created)}</Table.Cell>
            <Table.Cell textAlign="end">{formatNumber(generated)}</Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  )
}
