import { Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import type { Webhook } from '#shared/webhook/contract.ts'

/** Whether messages are sent and accepted, why not, and what to do. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useText('webhook')
  const { isOn, stop, stoppedAt, failingSince, oldSecretUntil } = webhook
  const word = !isOn ? 'off' : failingSince ? 'failing' : 'on'
  const tone = ({ on: 'good', failing: 'bad', off: stop ? 'bad' : 'plain' } as const)[word]
  const lines = [
    stop && t(stop === 'gone' ? 'stoppedGone' : 'stoppedFailing', { at: formatDateTime(stoppedAt!) }),
    stop && t('stoppedHint'),
    isOn && failingSince && t('failingSince', { at: formatDateTime(failingSince) }),
    oldSecretUntil &&
      new Date(oldSecretUntil) > new Date() &&
      t('oldSecretUntil', { at: formatDateTime(oldSecretUntil) }),
  ].filter((line) => typeof line === 'string')
  return (
    <Stack gap="1" align="start">
      <StatusChip tone={tone}>{t(word)}</StatusChip>
      {lines.map((line) => (
        <Text key={line} textStyle="xs" color="fg.muted" maxWidth="52ch">
          {line}
        </Text>
      ))}
    </Stack>
  )
}
