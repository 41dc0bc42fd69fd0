import { Button, Skeleton, Stack, Switch, Text } from '@chakra-ui/react'
import { Suspense, useState } from 'react'
import { LuShieldAlert } from 'react-icons/lu'
import { useLocation } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { isLastState } from '#client/core/http/last-state.ts'
import { preloadRead, useRead } from '#client/core/http/query-client.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { session } from '#client/core/session/session-state.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { ConfirmEmail } from '#client/insights/confirm-email.tsx'
import { Choice, FilterBar } from '#client/insights/filter/filter-bar.tsx'
import { usePlaceNames } from '#client/insights/filter/place-names.ts'
import { toDay } from '#client/insights/filter/range.ts'
import { firstQuery, type Query, useFilters } from '#client/insights/filter/use-filters.ts'
import type { Comparison as Compared, Filters } from '#client/insights/filter/view-params.ts'
import { RiskDialog } from '#client/insights/map/risk-dialog.tsx'
import { useLiveScans } from '#client/insights/use-live-scans.ts'
import { AsOf } from '#client/ui/feedback/as-of.tsx'
import { LoadFailed } from '#client/ui/feedback/load-state.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { lazyComponent, type Preload } from '#client/ui/layout/lazy-component.ts'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type Insights, insightsContract, locationLabel } from '#shared/insights/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { NoScans } from './no-scans.tsx'
import { SummaryCards } from './summary-cards.tsx'

const Distribution = lazyComponent(() => import('./distribution.tsx'))
const Comparison = lazyComponent(() => import('./comparison.tsx'))
const ViewsDialog = lazyComponent(() => import('#client/insights/views/views-dialog.tsx'))
const ScanPlaces = lazyComponent(() => import('./scan-places.tsx'))

/** Requests the numbers before the screen is rendered, and does not wait for them. */
export const preload: Preload = async (params) => {
  const { demo, claims } = session.getState()
  if (demo || claims?.emailConfirmed) preloadRead(insightsContract.read, { query: firstQuery(params) })
}

/** The screen about the scans of a range: counts, lines, hours, operating systems and places. */
export function Component() {
  const t = useText('insightsOverview')
  if (useViewer()?.emailConfirmed === true) return <ScansOfRange />
  return (
    <Page title={t('title')}>
      <ConfirmEmail />
    </Page>
  )
}

function ScansOfRange() {
  const t = useText('insightsOverview')
  const { filters, comparison, query, apply, compare, moveToNow } = useFilters()
  const view = JSON.stringify(filters)
  const insights = useRead(insightsContract.read, { query }, { quiet: true, keep: `insights ${view}` })
  const isOutdated = useOutdated(insights, view)
  // The heading names the range of the numbers on the screen: that of the query has none until they arrive.
  const [range, setRange] = useState(query)
  const isLast = isLastState(insights.data)
  if (insights.data && !isLast && !insights.isPlaceholderData && range !== query) setRange(query)
  // Undefined until the list is first opened, which loads its code.
  const [isListed, setListed] = useState<boolean>()
  return (
    <Page
      title={t('title')}
      {...(!isLast && {
        description: t('rangeShown', { from: formatDateTime(range.from), to: formatDateTime(range.to) }),
      })}
      actions={
        <>
          {/* Own dates can end in the past. */}
          {filters.range !== 'own' && <LiveSwitch show={moveToNow} />}
          <TrademarkChoice filters={filters} onApply={apply} />
        </>
      }
    >
      <AsOf read={insights} />
      <FilterBar filters={filters} query={query} onApply={apply} onViews={() => setListed(true)} />
      {insights.isError && !insights.data ? (
        <LoadFailed read={insights} />
      ) : (
        <Overview
          insights={insights.data}
          isOutdated={isOutdated}
          filters={filters}
          view={view}
          query={query}
          comparison={comparison}
          onApply={apply}
          onCompare={compare}
        />
      )}
      {isListed !== undefined && (
        <Suspense fallback={null}>
          <ViewsDialog
            open={isListed}
            view={{ ...filters, ...comparison }}
            onClose={() => setListed(false)}
            onOpened={() => {
              moveToNow()
              setListed(false)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

type Props = { filters: Filters; onApply: (filters: Filters) => void }

/** Applies immediately, without the button of the filters. The SKU belongs to a trademark, so it is cleared. */
function TrademarkChoice({ filters, onApply }: Props) {
  const t = useText('insightsOverview')
  const { rows, search, setSearch } = useSearchedRows(trademarkContract.list, {
    read: trademarkContract.read,
    chosen: [filters.trademark],
    quiet: true,
  })
  const options = rows.map(({ id, registration_name }) => ({ value: id, label: registration_name }))
  return (
    <Stack gap="3" width={{ base: 'full', sm: '16rem' }}>
      <RowSearchField search={search} setSearch={setSearch} label={t('trademark')} bg="bg.panel" />
      <Choice
        label={t('trademark')}
        value={filters.trademark}
        options={options}
        empty={t('all')}
        onChange={(trademark) => onApply({ ...filters, trademark, sku: '' })}
      />
    </Stack>
  )
}

type OverviewProps = Props & {
  insights: Insights | undefined
  isOutdated: boolean
  /** Identifies the filters. */
  view: string
  query: Query
  comparison: Compared
  onCompare: (change: Partial<Compared>) => void
}

function Overview({ insights, isOutdated, filters, view, query, onApply, comparison, onCompare }: OverviewProps) {
  const { search } = useLocation()
  const isEmpty = insights?.summary.every(({ count }) => count === 0) ?? false
  // That an earlier range has no scans says nothing about this one.
  const data = isEmpty && isOutdated ? undefined : insights
  return (
    <>
      <Outdated isOutdated={isOutdated}>
        <SummaryCards data={data} search={search} />
        {data && <RiskButton risk={data.risk} />}
        {data?.unusual && <Unusual unusual={data.unusual} />}
        {data && isEmpty ? (
          <NoScans filters={filters} onApply={onApply} />
        ) : (
          <>
            <ActivityPanel data={data} file={fileOf(data ?? query)} />
            <Suspense fallback={<Skeleton height="600px" />}>
              <Distribution data={data} file={fileOf(data ?? query)} />
            </Suspense>
          </>
        )}
      </Outdated>
      {!(data && isEmpty) && (
        <>
          <Suspense fallback={<Skeleton height="180px" />}>
            <Comparison
              filters={filters}
              view={view}
              query={query}
              comparison={comparison}
              onCompare={onCompare}
              file={fileOf(query)}
            />
          </Suspense>
          <Suspense fallback={<Skeleton height="600px" />}>
            <ScanPlaces query={query} view={view} file={fileOf(query)} />
          </Suspense>
        </>
      )}
    </>
  )
}

/** The beginning of the names of saved files. */
const fileOf = ({ from, to }: { from: string; to: string }) => `${toDay(new Date(from))}-${toDay(new Date(to))}`

/** One sentence about a difference from usual weeks. */
function Unusual({ unusual }: { unusual: NonNullable<Insights['unusual']> }) {
  const t = useText('insightsOverview')
  const names = usePlaceNames()
  const { name, times, weeks } = unusual
  return (
    <Panel as="div" role="note" padding={{ base: '4', md: '4' }} borderColor="orange.border" bg="orange.subtle">
      <Text>
        {t('unusual', {
          product: name,
          place: names.label(locationLabel(unusual)),
          times: formatNumber(times, { maximumFractionDigits: 1 }),
          weeks: formatNumber(weeks),
        })}
      </Text>
    </Panel>
  )
}

/** Shows scans as they are made. */
function LiveSwitch({ show }: { show: () => void }) {
  const t = useText('insightsOverview')
  const [isOn, setOn] = useState(false)
  useLiveScans(isOn, show)
  return (
    <Switch.Root checked={isOn} onCheckedChange={({ checked }) => setOn(checked)} title={t('liveHint')} alignSelf="end">
      <Switch.HiddenInput />
      <Switch.Control />
      <Switch.Label fontWeight="normal">{t('live')}</Switch.Label>
    </Switch.Root>
  )
}

/** Opens the list of the cases of the range. */
function RiskButton({ risk }: { risk: Insights['risk'] }) {
  const t = useText('insightsMap')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" alignSelf="start" onClick={() => setOpen(true)}>
        <LuShieldAlert aria-hidden />
        {t('risk')}
      </Button>
      <RiskDialog risk={risk} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
