import { SimpleGrid, Stat, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { useSupportEmail } from '#client/support/use-support-email.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type Balance, billingContract } from '#shared/billing/contract.ts'
import { hasHadCredit } from '#shared/billing/rules.ts'
import { limits } from '#shared/core/limits/limits.ts'

/** Codes left, codes used and the expiry date. */
export function BalancePanel() {
  const t = useText('billing')
  const viewer = useViewer()
  const shown = viewer?.emailConfirmed === true
  const balance = useRead(billingContract.balance, {}, { enabled: shown })
  const { data } = balance
  return (
    <Panel title={t('balance')}>
      {!shown ? (
        <Text color="fg.muted">{t('afterEmail')}</Text>
      ) : data ? (
        <>
          <Warning balance={data} />
          <SimpleGrid columns={{ base: 1, sm: 3 }} gap="6">
            <Figure label={t('remaining')} value={formatNumber(data.remainingCodes)} />
            <Figure label={t('used')} value={formatNumber(data.usedCodes)} />
            <Figure label={t('validUntil')} value={timeLeft(data, t)} />
          </SimpleGrid>
          {data.trial && <StatusChip tone="plain">{t('onTrial')}</StatusChip>}
        </>
      ) : (
        <LoadState read={balance} height="20" />
      )}
    </Panel>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Stat.Root>
      <Stat.Label>{label}</Stat.Label>
      <Stat.ValueText fontVariantNumeric="tabular-nums">{value}</Stat.ValueText>
    </Stat.Root>
  )
}

function timeLeft(balance: Balance, t: Translate<'billing'>) {
  if (!hasHadCredit(balance)) return t('never')
  return balance.remainingDays <= 0 ? t('over') : t('daysLeft', { count: balance.remainingDays })
}

function Warning({ balance }: { balance: Balance }) {
  const t = useText('billing')
  const { isActive, remainingDays, trial } = balance
  const email = useSupportEmail(!isActive)
  const soon = remainingDays <= limits.trialWarningDays
  if (isActive && (!soon || !hasHadCredit(balance))) return null
  const words = !isActive
    ? t('deactivated', { email })
    : remainingDays > 0
      ? t('expiring')
      : trial
        ? t('trialExpired')
        : t('expired')
  return <InlineAlert status={isActive && remainingDays > 0 ? 'warning' : 'error'}>{words}</InlineAlert>
}
