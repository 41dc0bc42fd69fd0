import { useMemo } from 'react'
import { LuBadgeCheck, LuPlus } from 'react-icons/lu'
import { VerifyEmailDialog } from '#client/auth/verify-email-dialog.tsx'
import { formatDate } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { useCountryName } from '#client/ui/form/country-field.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { DocumentLink } from '#client/ui/layout/document-preview.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Trademark, trademarkContract } from '#shared/trademark/contract.ts'
import { TrademarkDialog } from './trademark-dialog.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; about: Trademark }

/** Lists the merchant's own trademarks. */
export function Component() {
  const t = useText('trademark')
  const viewer = useViewer()
  const deniedReason = useDeniedReason('confirmedMerchant')
  const paging = usePaging()
  const trademarks = useRead(trademarkContract.list, { query: paging.query })
  const columns = useColumns()
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const remove = useWrite(trademarkContract.remove, { done: t('removed'), refresh: [trademarkContract.list] })
  useOpenLink('new', deniedReason === undefined ? () => setOpen({ kind: 'add' }) : undefined)
  const registerButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  return (
    <Page title={t('title')} description={t('description')} actions={registerButton(t('register'), 'heading')}>
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ registration_name }) => registration_name}
        read={trademarks}
        paging={paging}
        searchable
        detail={(trademark) => <TrademarkFacts trademark={trademark} />}
        actions={(trademark) => [
          {
            id: 'edit',
            label: t('edit'),
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'edit', about: trademark }),
          },
          {
            id: 'active',
            label: trademark.details.active ? t('deactivate') : t('activate'),
            disabled: true,
            onSelect: () => undefined,
          },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'remove', about: trademark }),
          },
        ]}
        empty={
          <EmptyState icon={LuBadgeCheck} title={t('emptyTitle')} hint={t('emptyHint')}>
            {registerButton(t('registerFirst'), 'center')}
          </EmptyState>
        }
      />
      <TrademarkDialog open={open?.kind === 'add' || open?.kind === 'edit'} trademark={about('edit')} onClose={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ registration_name: name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
      {viewer?.role === 'merchant' && !viewer.emailConfirmed && !viewer.demo && <VerifyEmailDialog />}
    </Page>
  )
}

function useColumns(): Column<Trademark>[] {
  const t = useText('trademark')
  const countryName = useCountryName()
  return useMemo(
    () => [
      { id: 'name', header: t('name'), main: true, cell: ({ registration_name }) => registration_name },
      { id: 'number', header: t('number'), cell: ({ registration_no }) => registration_no },
      { id: 'class', header: t('class'), cell: ({ details }) => details.class },
      { id: 'country', header: t('country'), cell: ({ country }) => countryName(country) },
      { id: 'status', header: t('status'), cell: ({ status }) => <ReviewChip status={status} /> },
    ],
    [t, countryName],
  )
}

function TrademarkFacts({ trademark }: { trademark: Trademark }) {
  const t = useText('trademark')
  const { applicant_name, applicant_address, details, createdAt } = trademark
  return (
    <DescriptionList
      facts={[
        ...(details.file
          ? [[t('document'), <DocumentLink key="document" file={details.file} isPrivate />] as const]
          : []),
        [t('applicantName'), applicant_name],
        [t('applicantAddress'), applicant_address],
        [t('postcode'), details.postcode],
        [t('registered'), formatDate(createdAt)],
        ...(details.review_note ? [[t('reviewNote'), details.review_note] as const] : []),
      ]}
    />
  )
}
