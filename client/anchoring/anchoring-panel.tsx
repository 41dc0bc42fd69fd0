import { Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { LuLink2Off } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { AlertList } from './alert-list.tsx'
import { FeeBudgets } from './fee-budgets.tsx'
import { KeyList } from './key-list.tsx'
import { NodeList } from './node-list.tsx'
import { StateSection } from './state-section.tsx'
import { SwitchNetwork } from './switch-network.tsx'
import { TransactionTable } from './transaction-table.tsx'

/** One chain: first its problems, then its state, nodes, fees, keys and transactions. */
export function AnchoringPanel({ view }: { view: ChainView }) {
  const t = useText('chains')
  const name = useText('anchoring')(view.chain)
  const { report, reportedAt } = view
  return (
    <Panel aria-label={name}>
      <Stack gap="5">
        <Flex gap="3" align="center" wrap="wrap">
          <Heading as="h2" size="xl" fontWeight="600">
            {name}
            {report?.network && (
              <Text as="span" color="fg.muted" fontWeight="normal">
                {' '}
                · {report.network}
              </Text>
            )}
          </Heading>
          {report && <Summary view={view} report={report} />}
          {reportedAt && (
            <Text color="fg.muted" textStyle="sm" marginInlineStart={{ md: 'auto' }}>
              {t('asOf', { at: formatDateTime(reportedAt) })}
            </Text>
          )}
        </Flex>
        {report ? (
          <>
            <AlertList view={view} />
            {view.offer && <SwitchNetwork chain={view.chain} offer={view.offer} />}
            <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '10' }}>
              <StateSection view={view} report={report} />
              <Stack gap="6">
                <NodeList nodes={report.nodes} />
                {report.fees && <FeeBudgets chain={view.chain} fees={report.fees} />}
                <KeyList chain={view.chain} keys={view.keys} />
              </Stack>
            </SimpleGrid>
            {view.transactions.length > 0 && <TransactionTable view={view} report={report} />}
          </>
        ) : (
          <EmptyState icon={LuLink2Off} title={t('notReported')} hint={t('notReportedHint')} />
        )}
      </Stack>
    </Panel>
  )
}

function Summary({ view: { isSilent, alerts }, report }: { view: ChainView; report: ChainReport }) {
  const t = useText('chains')
  if (report.problem || isSilent) return <StatusChip tone="bad">{t('waits')}</StatusChip>
  if (alerts.length > 0) return <StatusChip tone="wait">{t('watch')}</StatusChip>
  return <StatusChip tone="good">{t('working')}</StatusChip>
}
