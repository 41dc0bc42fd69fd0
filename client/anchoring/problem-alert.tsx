import { Alert } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ChainAlertKind } from '#shared/anchoring/chain-alerts.ts'

type ProblemAlertProps = {
  kind: ChainAlertKind | 'silent' | 'logForked'
  status: 'warning' | 'error'
  detail: string
  since: string | null
}

/** A problem that an operator must solve: its meaning, the next step, and the message of the node or signer. */
export function ProblemAlert({ kind, status, detail, since }: ProblemAlertProps) {
  const t = useText('chains')
  const problem = useText('chainProblem')
  return (
    <Alert.Root status={status} alignItems="start">
      <Alert.Indicator />
      <Alert.Content gap="1" minWidth="0">
        <Alert.Title>{problem(kind)}</Alert.Title>
        <Alert.Description>{problem(`${kind}Do`)}</Alert.Description>
        {detail && (
          <Alert.Description textStyle="sm" overflowWrap="anywhere">
            {detail}
          </Alert.Description>
        )}
        {since && <Alert.Description textStyle="xs">{t('since', { at: formatDateTime(since) })}</Alert.Description>}
      </Alert.Content>
    </Alert.Root>
  )
}
