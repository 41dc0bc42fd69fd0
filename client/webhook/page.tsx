import { Box, Stack, Text } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LuLink, LuPlus } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ShownSecretDialog } from '#client/ui/feedback/shown-secret-dialog.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { type Webhook, webhookContract } from '#shared/webhook/contract.ts'
import { Deliveries } from './deliveries.tsx'
import { type Ping, PingDialog } from './ping-dialog.tsx'
import { titleOfWebhook } from './use-webhook-words.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove' | 'rotate'; about: Webhook }

/** The servers of the merchant that are told of events. */
export function Component() {
  const t = useText('webhook')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const denied = deniedReason !== undefined
  const read = useRead(webhookContract.list, {})
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  useOpenLink('new', !denied ? () => setOpen({ kind: 'add' }) : undefined)
  const [secret, setSecret] = useState<string>()
  const [ping, setPing] = useState<Ping>()
  const [chosen, setChosen] = useState<{ id: string }>()
  const after = { refresh: [webhookContract.list] }
  const remove = useWrite(webhookContract.remove, { ...after, done: t('removed') })
  const rotate = useWrite(webhookContract.rotate, after)
  const test = useWrite(webhookContract.test, { refresh: [webhookContract.deliveries] })
  const data = useMemo(() => read.data && { rows: read.data.rows, total: read.data.rows.length }, [read.data])
  const shown = read.data?.rows.find(({ id }) => id === chosen?.id)
  const messages = useRef<HTMLDivElement>(null)
  // They are below the list, on a phone out of sight. A repeated choice scrolls again.
  useEffect(() => {
    if (chosen) messages.current?.scrollIntoView?.()
  }, [chosen])
  const showSecret = (text: string) => {
    close()
    setSecret(text)
  }
  const sendPing = async (webhook: Webhook) =>
    setPing({ webhook, delivery: await test.mutateAsync({ params: { id: webhook.id } }) })
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  const rotated = about('rotate')
  return (
    <Page title={t('title')} description={t('description')} actions={addButton(t('add'), 'heading')}>
      <DataTable
        label={t('title')}
        columns={[
          {
            id: 'address',
            header: t('address'),
            main: true,
            cell: ({ url, name }) => (
              <Stack gap="0">
                {titleOfWebhook({ name, url })}
                <Text textStyle="xs" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
                  {url}
                </Text>
              </Stack>
            ),
          },
          { id: 'state', header: t('state'), cell: (row) => <WebhookState webhook={row} /> },
        ]}
        rowId={({ id }) => id}
        rowName={titleOfWebhook}
        read={{ ...read, data }}
        actions={(row) => [
          { id: 'messages', label: t('messages'), onSelect: () => setChosen({ id: row.id }) },
          { id: 'test', label: t('test'), disabled: denied, onSelect: () => void sendPing(row).catch(() => undefined) },
          { id: 'edit', label: t('edit'), disabled: denied, onSelect: () => setOpen({ kind: 'edit', about: row }) },
          {
            id: 'rotate',
            label: t('rotate'),
            disabled: denied,
            onSelect: () => setOpen({ kind: 'rotate', about: row }),
          },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: denied,
            onSelect: () => setOpen({ kind: 'remove', about: row }),
          },
        ]}
        empty={
          <EmptyState icon={LuLink} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton(t('addFirst'), 'center')}
          </EmptyState>
        }
      />
      {shown && (
        <Box ref={messages} scrollMarginTop="20">
          <Deliveries key={shown.id} webhook={shown} denied={denied} />
        </Box>
      )}
      <WebhookDialog
        open={open?.kind === 'add' || open?.kind === 'edit'}
        webhook={about('edit')}
        onDone={close}
        onSecret={showSecret}
      />
      <ShownSecretDialog
        secret={secret}
        title={t('secretTitle')}
        hint={t('secretHint')}
        copy={t('copy')}
        copied={t('copied')}
        stored={t('close')}
        onClose={() => setSecret(undefined)}
      />
      <PingDialog ping={ping} onClose={() => setPing(undefined)} />
      <ConfirmDialog
        open={rotated !== undefined}
        title={rotated ? t('rotateTitle', { host: titleOfWebhook(rotated) }) : ''}
        confirm={t('rotate')}
        busy={rotate.isPending}
        onCancel={close}
        onConfirm={() =>
          rotated &&
          rotate.mutate(
            { params: { id: rotated.id } },
            { onSuccess: (made) => showSecret(made.secret), onError: close },
          )
        }
      >
        {t('rotateHint')}
      </ConfirmDialog>
      <RemoveDialog
        item={about('remove')}
        title={(one) => t('removeTitle', { host: titleOfWebhook(one) })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}
