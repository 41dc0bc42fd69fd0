import { BillingHistory } from '#client/billing/billing-history.tsx'
import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { usePaging } from '#client/ui/table/paging.ts'

/** The purchases of the merchant. */
export function Component() {
  const t = useText('billing')
  return (
    <Page title={t('historyTitle')} description={t('historyDescription')}>
      <BillingHistory paging={usePaging()} />
    </Page>
  )
}
