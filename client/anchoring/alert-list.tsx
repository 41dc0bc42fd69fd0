import { Stack } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { feesDetail } from '#shared/anchoring/chain-alerts.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { amountText } from './amount-text.ts'
import { ProblemAlert } from './problem-alert.tsx'

type ShownAlert = { kind: ChainView['alerts'][number]['kind'] | 'silent'; detail: string; since: string | null }
const onlyWarnings: readonly ShownAlert['kind'][] = ['budgetSoon', 'nodeDown', 'behind']

/** The problems of a chain that an operator must solve. */
export function AlertList({ view }: { view: ChainView }) {
  const shown = alertsOf(view)
  if (shown.length === 0) return null
  return (
    <Stack gap="3">
      {shown.map(({ kind, detail, since }) => (
        <ProblemAlert
          key={kind}
          kind={kind}
          status={onlyWarnings.includes(kind) ? 'warning' : 'error'}
          detail={kind === 'anchorOld' ? formatDateTime(detail) : detail}
          since={since}
        />
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
