import { Stack, Text } from '@chakra-ui/react'
import { LuGlobe, LuPlus } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type BrandHostView, brandHostContract } from '#shared/host/contract.ts'
import { AddHostDialog } from './add-dialog.tsx'
import { HostCard } from './host-card.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'remove'; about: BrandHostView }

/** The custom domains of the merchant: the records to set, the result of the last check, and which address new codes contain. */
export function Component() {
  const t = useText('brandHost')
  const deniedReason = useDeniedReason('confirmedOwner')
  const read = useRead(brandHostContract.list, {})
  useRefreshOnEvent('brandHost', brandHostContract.list)
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const remove = useWrite(brandHostContract.remove, { refresh: [brandHostContract.list], done: t('removed') })
  const { rows = [], official = '' } = read.data ?? {}
  const printed = rows.find(({ isPrinted }) => isPrinted)
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  return (
    <Page
      title={t('title')}
      description={read.data && t('description', { official })}
      actions={rows.length > 0 && addButton(t('add'), 'heading')}
    >
      {!read.data && <LoadState read={read} height="40" />}
      {read.data && rows.length === 0 && (
        <EmptyState icon={LuGlobe} title={t('emptyTitle', { official })} hint={t('emptyHint')}>
          {addButton(t('addFirst'), 'center')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Stack gap="4">
          <Text fontWeight="600">
            {printed ? t('printedHost', { host: printed.name }) : t('printedOfficial', { official })}
          </Text>
          {rows.map((row) => (
            <HostCard
              key={row.id}
              host={row}
              deniedReason={deniedReason}
              onRemove={() => setOpen({ kind: 'remove', about: row })}
            />
          ))}
        </Stack>
      )}
      <AddHostDialog open={open?.kind === 'add'} onDone={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { host: name })}
        hint={removeHint(about('remove'))}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )

  function removeHint(host: BrandHostView | undefined): string {
    return host && host.orders > 0 ? t('removePrinted', { count: host.orders, official }) : t('removeHint')
  }
}
