import { useText } from '#client/core/i18n.ts'
import { BillingHistory } from '#client/ui/billing-history.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'

/** What the merchant bought. */
export function Component() {
  const t = useText('billing')
  return (
    <Page title={t('historyTitle')} description={t('historyDescription')}>
      <BillingHistory paging={usePaging()} />
    </Page>
  )
}
