import { Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { limits } from '#shared/core/limits/limits.ts'
import { type Attention, attentionContract, documentKinds } from '#shared/insights/attention.ts'
import { CountCard } from './count-card.tsx'

const documentPaths = { business: '/settings/business', trademark: '/brand', certificate: '/sku' } as const

/** The cards at the top of the dashboard: scans, open alerts, waiting documents and running jobs. */
export function AttentionCards() {
  const t = useText('insights')
  const { data } = useRead(
    attentionContract.read,
    {},
    { quiet: true, keep: 'attention', every: (last) => (last && last.jobs.length > 0 ? limits.pollMs : false) },
  )
  useRefreshOnEvent('order activation notification progress', attentionContract.read)
  return (
    <PageSection title={t('attention')} gap="3">
      <SimpleGrid columns={{ base: 2, xl: 4 }} gap={{ base: '2', md: '4' }}>
        <Card to="/insights" label={t('scansWeek')} value={data?.scans.week}>
          {data && t('scansBefore', { count: formatNumber(data.scans.before) })}
        </Card>
        <Card to="/alerts" label={t('openAlerts')} value={data?.openAlerts} isUrgent={(data?.openAlerts ?? 0) > 0}>
          {data && t(data.openAlerts > 0 ? 'openAlertsSome' : 'openAlertsNone')}
        </Card>
        <Card
          to={documentPaths[firstDocument(data?.approvals) ?? 'trademark']}
          label={t('approvals')}
          value={data && sumOf(data.approvals.waiting)}
        >
          {data && approvalsText(data.approvals, t)}
        </Card>
        <Card to="/generatecode" label={t('running')} value={data?.jobs.length}>
          {data && data.jobs.length === 0 && t('runningNone')}
          {data && data.jobs.length > 0 && <Jobs jobs={data.jobs} />}
        </Card>
      </SimpleGrid>
    </PageSection>
  )
}

type Approvals = Attention['approvals']

/** The kind of the first document that needs an action: rejected documents come before waiting ones. */
function firstDocument(approvals: Approvals | undefined) {
  const needs = (state: keyof Approvals) => documentKinds.find((kind) => approvals && approvals[state][kind] > 0)
  return needs('toCorrect') ?? needs('waiting')
}

const sumOf = (counts: Approvals['waiting']): number => documentKinds.reduce((sum, kind) => sum + counts[kind], 0)

function approvalsText({ waiting, toCorrect }: Approvals, t: ReturnType<typeof useText<'insights'>>) {
  if (sumOf(toCorrect) > 0) return t('approvalsCorrect', { count: sumOf(toCorrect) })
  return t(sumOf(waiting) > 0 ? 'approvalsSome' : 'approvalsNone')
}

type CardProps = { to: string; label: string; value: number | undefined; isUrgent?: boolean; children: ReactNode }

const Card = ({ value, ...card }: CardProps) => (
  <CountCard {...card} number={value === undefined ? undefined : formatNumber(value)} />
)

/** The two newest jobs; their own screens show all of them. */
function Jobs({ jobs }: { jobs: Attention['jobs'] }) {
  const t = useText('insights')
  return (
    <Stack gap="3" marginTop="2">
      {jobs.slice(0, 2).map(({ kind, id, name, done, total }) => {
        const label = t(kind === 'order' ? 'jobOrder' : 'jobActivation', { name })
        return (
          <Flex key={id} direction="column" gap="1">
            <Text color="fg">{label}</Text>
            <ProgressBar label={label} done={done} total={total} />
          </Flex>
        )
      })}
    </Stack>
  )
}
