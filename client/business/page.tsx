import { Box, Stack } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { BillingHistory } from '#client/billing/billing-history.tsx'
import { useOwnBusiness } from '#client/business/use-own-business.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import type { Business } from '#shared/business/contract.ts'
import { Completeness } from './completeness.tsx'
import { BusinessForm } from './form.tsx'
import { SigningKey } from './signing-key.tsx'

/** Registers and edits the merchant's own business. */
export function Component() {
  const t = useText('business')
  const read = useOwnBusiness()
  const business = read.data
  return (
    <Page title={t('title')} description={t('description')}>
      {business !== undefined ? (
        <>
          <Panel maxWidth="3xl">
            <Stack gap="5" marginBottom="5" align="stretch">
              <State business={business} />
              {business && <Completeness business={business} />}
            </Stack>
            {/* A form reads its initial values once, so another business mounts another form. */}
            <BusinessForm key={business?.id ?? 'new'} business={business ?? undefined} />
          </Panel>
          {business && <SigningKey />}
          {business && <Purchases />}
        </>
      ) : (
        <LoadState read={read} height="lg" maxWidth="3xl" />
      )}
    </Page>
  )
}

function Purchases() {
  const t = useText('billing')
  return (
    <PageSection title={t('historyTitle')} as="section" gap="3" maxWidth="3xl" aria-label={t('historyTitle')}>
      <BillingHistory paging={usePaging()} />
    </PageSection>
  )
}

function State({ business }: { business: Business | null }) {
  const t = useText('business')
  if (!business) return <Chip tone="plain">{t('unregistered')}</Chip>
  const { verified, review_note } = business.details
  if (verified) return <Chip tone="good">{t('approved')}</Chip>
  if (review_note === null) return <Chip tone="wait">{t('waiting')}</Chip>
  return (
    <InlineAlert
      status="error"
      description={
        <>
          {t('rejectedBecause', { note: review_note })} {t('rejectedHint')}
        </>
      }
    >
      {t('rejected')}
    </InlineAlert>
  )
}

/** A status chip that is as wide as its text. */
function Chip(chip: ComponentProps<typeof StatusChip>) {
  return (
    <Box>
      <StatusChip {...chip} />
    </Box>
  )
}
