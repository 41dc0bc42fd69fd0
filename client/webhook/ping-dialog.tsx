import { Stack } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { type Webhook, type WebhookDelivery, webhookContract } from '#shared/webhook/contract.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { titleOfWebhook } from './use-webhook-words.ts'

export type Ping = { webhook: Webhook; delivery: WebhookDelivery }

/** The answer to a ping, as soon as it is there. */
export function PingDialog({ ping, onClose }: { ping: Ping | undefined; onClose: () => void }) {
  const t = useText('webhook')
  return (
    <Dialog
      open={ping !== undefined}
      onClose={onClose}
      title={ping ? t('testTitle', { host: titleOfWebhook(ping.webhook) }) : ''}
    >
      {ping && <PingResult sent={ping.delivery} />}
    </Dialog>
  )
}

function PingResult({ sent }: { sent: WebhookDelivery }) {
  const t = useText('webhook')
  const { data = sent } = useRead(
    webhookContract.delivery,
    { params: { id: sent.id } },
    { every: (last) => (last && last.state !== 'waiting' ? false : 1_000) },
  )
  const [status, text] = {
    waiting: ['info', 'testWaiting'] as const,
    delivered: ['success', 'testDone'] as const,
    failed: ['error', 'testFailed'] as const,
  }[data.state]
  return (
    <Stack gap="4" aria-live="polite">
      <InlineAlert status={status}>{t(text)}</InlineAlert>
      {data.state !== 'waiting' && <DeliveryFacts delivery={data} />}
    </Stack>
  )
}
