import { type ReactNode, useMemo } from 'react'
import { LuBadgeCheck } from 'react-icons/lu'
import { refresh, useRead, useWrite } from '#client/core/data.ts'
import { useEvents } from '#client/core/events.ts'
import { useText } from '#client/core/i18n.ts'
import { useCountryName } from '#client/ui/country-field.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DocumentLink } from '#client/ui/document-preview.tsx'
import { DocumentReview } from '#client/ui/document-review.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { ReviewChip } from '#client/ui/review-chip.tsx'
import { DecisionButtons, useDecisions } from '#client/ui/review-decisions.tsx'
import { type Trademark, trademarkContract } from '#shared/trademark/contract.ts'

const readAgain = () => void refresh(trademarkContract.list)

/** The trademarks of every business, to be compared with their certificates. */
export function Component() {
  const t = useText('admin')
  const paging = usePaging()
  const trademarks = useRead(trademarkContract.list, { query: paging.query })
  useEvents('trademark', readAgain)
  const columns = useColumns()
  const setStatus = useWrite(trademarkContract.setStatus, { refresh: [trademarkContract.list], done: t('statusSet') })
  const decisions = useDecisions(setStatus.isPending)
  const decisionsOn = ({ id, status }: Trademark) =>
    decisions(status, (chosen) => setStatus.mutate({ params: { id }, body: { status: chosen } }))
  return (
    <Page title={t('trademarks')} description={t('trademarksHint')}>
      <DataTable
        label={t('trademarks')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ registration_name }) => registration_name}
        read={trademarks}
        paging={paging}
        searchable
        groupBy={({ business_name }) => business_name}
        detail={(trademark) => (
          <TrademarkReview trademark={trademark}>
            <DecisionButtons label={t('setStatus')} decisions={decisionsOn(trademark)} />
          </TrademarkReview>
        )}
        actions={decisionsOn}
        empty={<EmptyState icon={LuBadgeCheck} title={t('noTrademarks')} hint={t('noTrademarksHint')} />}
      />
    </Page>
  )
}

function useColumns(): Column<Trademark>[] {
  const t = useText('admin')
  return useMemo(
    () => [
      { id: 'name', header: t('registrationName'), heads: true, cell: ({ registration_name }) => registration_name },
      { id: 'number', header: t('registrationNumber'), cell: ({ registration_no }) => registration_no },
      { id: 'status', header: t('status'), cell: ({ status }) => <ReviewChip status={status} /> },
      { id: 'document', header: t('document'), cell: ({ details }) => <DocumentLink file={details.file} isPrivate /> },
    ],
    [t],
  )
}

function TrademarkReview({ trademark, children }: { trademark: Trademark; children: ReactNode }) {
  const t = useText('admin')
  const countryName = useCountryName()
  const { registration_name, registration_no, applicant_name, applicant_address, country, details } = trademark
  return (
    <DocumentReview
      file={details.file}
      isPrivate
      facts={[
        [t('registrationName'), registration_name],
        [t('registrationNumber'), registration_no],
        [t('applicantName'), applicant_name],
        [t('class'), details.class],
        [t('applicantAddress'), applicant_address],
        [t('postcode'), details.postcode],
        [t('country'), countryName(country)],
        [t('verifiedBy'), details.verified_by],
      ]}
    >
      {children}
    </DocumentReview>
  )
}
