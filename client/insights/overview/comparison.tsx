import { Flex, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { Choice } from '#client/insights/filter/filter-bar.tsx'
import type { Query } from '#client/insights/filter/use-filters.ts'
import { useLocations } from '#client/insights/filter/use-locations.ts'
import { useSkus } from '#client/insights/filter/use-skus.ts'
import type { Comparison, Filters } from '#client/insights/filter/view-params.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { type Insights, insightsContract } from '#shared/insights/contract.ts'
import { ActivityPlot } from './activity-plot.tsx'
import { LegendLine } from './legend-line.tsx'
import { pointNames } from './point-names.ts'
import { series } from './series.ts'

type Props = {
  filters: Filters
  comparison: Comparison
  onCompare: (change: Partial<Comparison>) => void
  /** Identifies the filters. */
  view: string
  query: Query
  file: string
}
/** The two sides have the lines of these series of the activity chart, which also differ without color. */
const comparedSeries = series.filter(({ name }) => name !== 'creation')

const scansOf = ({ trend }: Insights): number[] => trend.verify.map((count, at) => count + trend.redirect[at]!)
const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The scans of two products or two places side by side, in the range of the screen. */
export function Component({ filters, comparison, onCompare, view, query, file }: Props) {
  const t = useText('insightsOverview')
  const { compare: kind, first: one, second: other } = comparison
  const chosen = [one, other]
  const skus = useSkus(filters.trademark, kind === 'sku' ? chosen : [])
  const locations = useLocations(filters, query, kind === 'location' ? chosen : [])
  const options = kind === 'sku' ? skus.options : locations
  const side = (value: string) => (kind === 'sku' ? { ...query, skuId: value } : { ...query, location: value })
  const reads = [
    useRead(insightsContract.read, { query: side(one) }, { enabled: one !== '', quiet: true }),
    useRead(insightsContract.read, { query: side(other) }, { enabled: other !== '', quiet: true }),
  ] as const
  const outdated = [useOutdated(reads[0], `${view} ${one}`), useOutdated(reads[1], `${view} ${other}`)]
  const [first, second] = [one, other].map((side, at) => (side && !outdated[at] ? reads[at]!.data : undefined))
  const labels = chosen.map((value) => options.find((option) => option.value === value)?.label ?? '')
  const language = useLanguage()
  const names = useMemo(() => (first ? pointNames(first.points, first.step, language) : []), [first, language])
  const complete = first && second && first.points.length === second.points.length
  const lines = complete ? [scansOf(first), scansOf(second)] : []
  const choice = (place: 0 | 1) => (
    <Choice
      label={t(place === 0 ? 'compareFirst' : 'compareSecond')}
      value={place === 0 ? one : other}
      options={options.filter(({ value }) => value !== chosen[1 - place])}
      empty={t('choose')}
      onChange={(value) => onCompare(place === 0 ? { first: value } : { second: value })}
    />
  )
  return (
    <ChartFrame
      title={t('comparison')}
      hint={t('comparisonHint')}
      file={`${file}-comparison`}
      table={
        complete
          ? {
              head: [t('time'), ...labels],
              rows: names.map(({ long }, at) => [long, ...lines.map((counts) => counts[at] ?? 0)]),
            }
          : undefined
      }
    >
      <Stack gap="4">
        <Flex gap="3" wrap="wrap" css={{ '& > .chakra-field__root': { flex: '1 1 12rem', maxWidth: { md: '20rem' } } }}>
          <Choice
            label={t('compareBy')}
            value={kind}
            options={(['sku', 'location'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(compare) => onCompare({ compare, first: '', second: '' })}
          />
          {kind === 'sku' && (
            <RowSearchField search={skus.search} setSearch={skus.setSearch} label={t('sku')} bg="bg.panel" />
          )}
          {choice(0)}
          {choice(1)}
        </Flex>
        {!complete && outdated.includes(true) && <Skeleton height="64" />}
        {complete && <Lines key={`${one} ${other}`} labels={labels} lines={lines} names={names} />}
      </Stack>
    </ChartFrame>
  )
}

type LinesProps = {
  labels: readonly string[]
  lines: readonly number[][]
  names: readonly { short: string; long: string }[]
}

function Lines({ labels, lines, names }: LinesProps) {
  const t = useText('insightsOverview')
  const [point, setPoint] = useState(names.length - 1)
  const at = Math.min(point, names.length - 1)
  const reading = [names[at]?.long, ...labels.map((label, n) => `${label}: ${formatNumber(lines[n]![at] ?? 0)}`)]
  const [verify = [], redirect = []] = lines
  const nameOf = (n: number) => t('comparedScans', { name: labels[n] ?? '', count: formatNumber(totalOf(lines[n]!)) })
  return (
    <>
      <Flex as="ul" listStyleType="none" gap="5" wrap="wrap" fontVariantNumeric="tabular-nums">
        {comparedSeries.map(({ name: _, ...line }, n) => (
          <Flex as="li" key={labels[n]} align="center" gap="2">
            <LegendLine {...line} name={nameOf(n)} />
            {nameOf(n)}
          </Flex>
        ))}
      </Flex>
      <Text
        aria-hidden="true"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
        minHeight={{ base: '3rem', md: '1.5rem' }}
      >
        {reading.join('; ')}
      </Text>
      <ActivityPlot
        label={t('comparisonSummary')}
        reading={reading.join('; ')}
        names={names.map(({ short }) => short)}
        trend={{ creation: [], verify, redirect }}
        previous={{ creation: [], verify: [], redirect: [] }}
        shown={comparedSeries.map(({ name }) => name)}
        at={at}
        onAt={setPoint}
      />
    </>
  )
}
