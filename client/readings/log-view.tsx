import { Flex, Skeleton, Stack } from '@chakra-ui/react'
import { type ReactNode, Suspense } from 'react'
import { LuThermometer } from 'react-icons/lu'
import { toLocalInput } from '#client/core/format/datetime-input.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState, type QueryState } from '#client/ui/feedback/load-state.tsx'
import { RangePicker } from '#client/ui/form/date/range-picker.tsx'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { Log } from './log.ts'
import { LogFigures } from './log-figures.tsx'
import type { ChosenRange } from './time-range.ts'

const Chart = lazyComponent(() => import('./log-chart.tsx'))

type Props = {
  /** The sensor or the shipment. */
  name: string
  description?: ReactNode
  /** The address of the list. */
  back: string
  range: ChosenRange
  log: Log | undefined
  read: QueryState & { isPlaceholderData?: boolean }
  /** Replaces the general text of a failed call. */
  failed?: ReactNode
  /** Buttons before the one that leads back. */
  actions?: ReactNode
  /** Shown above the chart. */
  notice?: ReactNode
  /** Shown between the statistics and the readings, also without readings. */
  sections?: ReactNode
  /** The table of the readings. */
  children: ReactNode
}

/** The log of a sensor or a shipment: range, chart, statistics and table. */
export function LogView(props: Props) {
  const { name, description, back, range, log, read, failed, actions, notice, sections, children } = props
  const t = useText('sensor')
  const isOutdated = useOutdated({ data: log, ...read })
  const title = t('logOf', { name })
  return (
    <Page
      title={title}
      description={description}
      actions={
        <>
          {actions}
          <BackLink to={back}>{t('back')}</BackLink>
        </>
      }
    >
      <Flex
        gap="4"
        wrap="wrap"
        align="start"
        css={{ '& > .chakra-field__root': { width: { base: 'full', md: '56' }, minWidth: '0' } }}
      >
        <RangePicker
          choices={range.choices}
          value={range.value}
          t={t}
          problems={{ to: range.problem && t(range.problem) }}
          latest={toLocalInput(new Date().toISOString())}
          withTime
          onChange={range.set}
        />
      </Flex>
      {!log || (isOutdated && log.logs.length === 0) ? (
        read.isError && failed ? (
          failed
        ) : (
          <LoadState read={read} height="96" />
        )
      ) : log.logs.length === 0 ? (
        <Stack gap="6">
          {notice}
          <EmptyState
            icon={LuThermometer}
            title={t('noReadings')}
            {...(range.value.range !== 'all' && { hint: t('noReadingsHint') })}
          />
          {sections}
        </Stack>
      ) : (
        <Stack gap="8">
          {notice}
          <Outdated isOutdated={isOutdated} gap="8">
            <Panel title={t('chart')}>
              <Suspense fallback={<Skeleton height="80" />}>
                <Chart log={log} name={name} />
              </Suspense>
            </Panel>
            <Panel title={t('statistics')}>
              <LogFigures log={log} />
            </Panel>
          </Outdated>
          {sections}
          <PageSection title={t('readings')}>{children}</PageSection>
        </Stack>
      )}
    </Page>
  )
}
