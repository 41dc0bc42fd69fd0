import { chakra } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import type { WebhookDelivery } from '#shared/webhook/contract.ts'
import { useResultWords } from './use-webhook-words.ts'

/** All facts about a delivery. The answer is text of the receiver. */
export function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const t = useText('webhook')
  const result = useResultWords()
  const { messageId, subject, attempts, nextAttemptAt, attemptedAt, milliseconds, answer } = delivery
  return (
    <DescriptionList
      facts={[
        [t('result'), result(delivery)],
        [t('body'), answer && <chakra.code whiteSpace="pre-wrap">{answer}</chakra.code>],
        [t('duration'), milliseconds !== null && t('milliseconds', { count: formatNumber(milliseconds) })],
        [t('attempts'), formatNumber(attempts)],
        [t('lastAttempt'), attemptedAt && formatDateTime(attemptedAt)],
        ...(nextAttemptAt ? [[t('nextAttempt'), formatDateTime(nextAttemptAt)] as const] : []),
        [t('messageId'), messageId],
        [t('subject'), subject],
      ]}
    />
  )
}
