import { Button, Flex } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuHistory, LuLink } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Webhook, type WebhookDelivery, webhookContract, webhookStates } from '#shared/webhook/contract.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { titleOfWebhook, useEventWords, useResultWords } from './use-webhook-words.ts'

const filters = { state: webhookStates }
const refreshMs = 5_000
const tones = { waiting: 'wait', delivered: 'good', failed: 'bad' } as const

/** What a webhook was told, and what became of it. */
export function Deliveries({ webhook, denied }: { webhook: Webhook; denied: boolean }) {
  const t = useText('webhook')
  const words = useEventWords()
  const paging = usePaging({ prefix: 'messages-', filters })
  const [isReplaying, setReplaying] = useState(false)
  const params = { id: webhook.id }
  const deliveries = useRead(webhookContract.deliveries, { params, query: paging.query }, { every: refreshMs })
  const redeliver = useWrite(webhookContract.redeliver, {
    done: t('redelivered'),
    refresh: [webhookContract.deliveries],
  })
  const columns = useColumns()
  const cannotSend = denied || !webhook.isOn
  return (
    <PageSection title={t('messagesOf', { host: titleOfWebhook(webhook) })}>
      <Flex>
        <Button variant="outline" disabled={cannotSend} onClick={() => setReplaying(true)}>
          <LuHistory aria-hidden />
          {t('replay')}
        </Button>
      </Flex>
      <DataTable
        label={t('messagesOf', { host: titleOfWebhook(webhook) })}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ type, happenedAt }) => `${words(type)}, ${formatDateTime(happenedAt)}`}
        read={deliveries}
        paging={paging}
        filters={[
          {
            name: 'state',
            label: t('state'),
            options: [{ value: '', label: t('all') }, ...webhookStates.map((value) => ({ value, label: t(value) }))],
          },
        ]}
        detail={(delivery) => <DeliveryFacts delivery={delivery} />}
        actions={({ id }) => [
          {
            id: 'redeliver',
            label: t('redeliver'),
            disabled: cannotSend,
            onSelect: () => redeliver.mutate({ params: { id } }),
          },
        ]}
        empty={<EmptyState icon={LuLink} title={t('noMessages')} hint={t('noMessagesHint')} />}
      />
      <ReplayDialog id={webhook.id} open={isReplaying} onClose={() => setReplaying(false)} />
    </PageSection>
  )
}

function useColumns(): Column<WebhookDelivery>[] {
  const t = useText('webhook')
  const words = useEventWords()
  const result = useResultWords()
  return useMemo(
    () => [
      { id: 'event', header: t('event'), main: true, cell: ({ type }) => words(type) },
      { id: 'happened', header: t('happened'), nowrap: true, cell: ({ happenedAt }) => formatDateTime(happenedAt) },
      { id: 'state', header: t('state'), cell: ({ state }) => <StatusChip tone={tones[state]}>{t(state)}</StatusChip> },
      { id: 'answer', header: t('answer'), omitIf: (row) => result(row) === '', cell: result },
    ],
    [t, words, result],
  )
}
