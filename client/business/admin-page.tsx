import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuBuilding2, LuRefreshCw } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { ReviewPage } from '#client/review/page.tsx'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { useReview } from '#client/review/use-review.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { DocumentLink } from '#client/ui/layout/document-preview.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'
import { BillingDialog } from './billing-dialog.tsx'
import { BusinessReviewCard } from './business-review.tsx'
import { FeaturesDialog } from './features-dialog.tsx'
import { HostRequests } from './host-requests.tsx'
import { businessReview } from './review.ts'

const Desk = lazyComponent(() => import('./review-desk.tsx'))

type OpenDialog = { kind: 'unapprove' | 'billing' | 'features'; about: Business }

/** Lists all businesses with their registration documents, to compare both. */
export function Component() {
  const t = useText('businessAdmin')
  const reviewText = useText('review')
  const billingText = useText('billingAdmin')
  const paging = usePaging()
  const businesses = useRead(businessContract.all, { query: paging.query })
  const columns = useColumns()
  const review = useReview(businessReview)
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const decide = (business: Business) =>
    business.details.verified
      ? setOpen({ kind: 'unapprove', about: business })
      : review.decide(business, 'Approved', { done: t('businessApproved', { name: business.name }) })
  const unapprove = (business: Business) =>
    review.decide(business, 'Rejected', {
      done: t('businessUnapproved', { name: business.name }),
      onSettled: close,
    })
  const decision = ({ details }: Business) => (details.verified ? t('unapprove') : reviewText('approve'))
  return (
    <ReviewPage
      title={t('businesses')}
      description={t('businessesHint')}
      waiting={review.waiting}
      desk={Desk}
      actions={<ReloadButton reload={businesses.refetch} />}
    >
      <HostRequests />
      <DataTable
        label={t('businesses')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={businesses}
        paging={paging}
        searchable
        detail={(business) => (
          <BusinessReviewCard business={business}>
            <Button
              variant={business.details.verified ? 'outline' : 'solid'}
              disabled={review.isPending}
              onClick={() => decide(business)}
            >
              {decision(business)}
            </Button>
          </BusinessReviewCard>
        )}
        actions={(business) => [
          { id: 'review', label: decision(business), disabled: review.isPending, onSelect: () => decide(business) },
          {
            id: 'billing',
            label: billingText('billingControl'),
            onSelect: () => setOpen({ kind: 'billing', about: business }),
          },
          { id: 'features', label: t('features'), onSelect: () => setOpen({ kind: 'features', about: business }) },
        ]}
        empty={<EmptyState icon={LuBuilding2} title={t('noBusinesses')} hint={t('noBusinessesHint')} />}
      />
      <ConfirmDialog
        open={open?.kind === 'unapprove'}
        title={t('unapproveTitle', { name: about('unapprove')?.name ?? '' })}
        confirm={t('unapprove')}
        danger
        busy={review.isPending}
        onCancel={close}
        onConfirm={() => unapprove(about('unapprove')!)}
      >
        {t('unapproveHint')}
      </ConfirmDialog>
      <BillingDialog business={about('billing')} onClose={close} />
      <FeaturesDialog business={about('features')} onClose={close} />
    </ReviewPage>
  )
}

function ReloadButton({ reload }: { reload: () => Promise<{ isSuccess: boolean }> }) {
  const t = useText('review')
  const again = useTask(async () => {
    const { isSuccess } = await reload()
    if (isSuccess) notify({ tone: 'success', title: t('reloaded') })
  })
  return (
    <Button variant="outline" loading={again.isPending} onClick={() => again.mutate()}>
      <LuRefreshCw aria-hidden />
      {t('reload')}
    </Button>
  )
}

/** Not verified with a note is a rejection; without one it waits for a decision. */
const statusOf = ({ verified, review_note }: Business['details']) =>
  verified ? 'Approved' : review_note === null ? 'Pending Approval' : 'Rejected'

function useColumns(): Column<Business>[] {
  const t = useText('businessAdmin')
  const reviewText = useText('review')
  const billingText = useText('billingAdmin')
  return useMemo(
    () => [
      { id: 'name', header: reviewText('businessName'), main: true, cell: ({ name }) => name },
      { id: 'number', header: reviewText('registrationNumber'), cell: ({ registration_no }) => registration_no },
      {
        id: 'approved',
        header: t('approved'),
        cell: ({ details }) => <ReviewChip status={statusOf(details)} />,
      },
      {
        id: 'billing',
        header: billingText('billingStatus'),
        cell: ({ isActive }) => (
          <StatusChip tone={isActive ? 'good' : 'bad'}>
            {isActive ? billingText('active') : billingText('inactive')}
          </StatusChip>
        ),
      },
      {
        id: 'document',
        header: reviewText('document'),
        cell: ({ details }) => <DocumentLink file={details.documents} isPrivate />,
      },
    ],
    [t, reviewText, billingText],
  )
}
