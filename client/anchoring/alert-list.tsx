import { Alert, Stack } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { feesDetail } from '#shared/anchoring/chain-alerts.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { amountText } from './amount-text.ts'

type ShownAlert = { kind: ChainView['alerts'][number]['kind'] | 'silent'; detail: string; since: string | null }
const onlyWarnings: readonly ShownAlert['kind'][] = ['budgetSoon', 'nodeDown', 'behind']

/** The problems that an operator must solve, each with its meaning, the next step, and the message of the node or signer. */
export function AlertList({ view }: { view: ChainView }) {
  const t = useText('chains')
  const problem = useText('chainProblem')
  const shown = alertsOf(view)
  if (shown.length === 0) return null
  return (
    <Stack gap="3">
      {shown.map(({ kind, detail, since }) => (
        <Alert.Root key={kind} status={onlyWarnings.includes(kind) ? 'warning' : 'error'} alignItems="start">
          <Alert.Indicator />
          <Alert.Content gap="1" minWidth="0">
            <Alert.Title>{problem(kind)}</Alert.Title>
            <Alert.Description>{problem(`${kind}Do`)}</Alert.Description>
            {detail && (
              <Alert.Description textStyle="sm" overflowWrap="anywhere">
                {kind === 'anchorOld' ? formatDateTime(detail) : detail}
              </Alert.Description>
            )}
            {since && <Alert.Description textStyle="xs">{t('since', { at: formatDateTime(since) })}</Alert.Description>}
          </Alert.Content>
        </Alert.Root>
      ))}
    </Stack>
  )
}

/** A problem is shown immediately. For some of them, administrators get a notification only after a minute. */
function alertsOf({ chain, report, reportedAt, isSilent, alerts }: ChainView): ShownAlert[] {
  const { problem, fees } = report ?? {}
  const isOfFees = ({ kind }: ShownAlert) => kind === 'budgetSoon' || (kind === 'budget' && problem?.kind !== 'budget')
  // Mails are in the notation of terminals; the screen has that of its reader.
  const shown: ShownAlert[] = alerts.map((one) =>
    fees && isOfFees(one) ? { ...one, detail: feesDetail(chain, fees, amountText) } : one,
  )
  if (problem && !alerts.some(({ kind }) => kind === problem.kind)) {
    shown.unshift({ kind: problem.kind, detail: problem.reason, since: problem.since })
  }
  if (isSilent) shown.unshift({ kind: 'silent', detail: '', since: reportedAt })
  return shown
}
