import { Alert, Box, Heading, Stack } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { ApiError } from '#client/core/api.ts'
import { useRead } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { BillingHistory } from '#client/ui/billing-history.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { Panel } from '#client/ui/panel.tsx'
import { StatusChip } from '#client/ui/status-chip.tsx'
import { LoadState } from '#client/ui/unread.tsx'
import { type Business, businessContract, businessProblems } from '#shared/business/contract.ts'
import { Completeness } from './completeness.tsx'
import { BusinessForm } from './form.tsx'

/** The merchant's own business: registered here, afterwards changed here. */
export function Component() {
  const t = useText('business')
  const business = useRead(businessContract.read, {}, { quiet: true })
  const isNew = business.error instanceof ApiError && business.error.code === businessProblems.notFound.code
  return (
    <Page title={t('title')} description={t('description')}>
      {business.isSuccess || isNew ? (
        <>
          <Panel maxWidth="3xl">
            <Stack gap="5" marginBottom="5" align="stretch">
              <State business={business.data} />
              {business.data && <Completeness business={business.data} />}
            </Stack>
            {/* A form takes its first values once: another business is another form. */}
            <BusinessForm key={business.data?.id ?? 'new'} business={business.data} />
          </Panel>
          {business.data && <Purchases />}
        </>
      ) : (
        <LoadState read={business} height="lg" maxWidth="3xl" />
      )}
    </Page>
  )
}

function Purchases() {
  const t = useText('billing')
  return (
    <Stack as="section" gap="3" maxWidth="3xl" aria-label={t('historyTitle')}>
      <Heading as="h2" size="lg" fontWeight="600">
        {t('historyTitle')}
      </Heading>
      <BillingHistory paging={usePaging()} />
    </Stack>
  )
}

function State({ business }: { business: Business | undefined }) {
  const t = useText('business')
  if (!business) return <Chip tone="plain">{t('unregistered')}</Chip>
  const { verified, review_note } = business.details
  if (verified) return <Chip tone="good">{t('approved')}</Chip>
  if (review_note === null) return <Chip tone="wait">{t('waiting')}</Chip>
  return (
    <Alert.Root status="error">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('rejected')}</Alert.Title>
        <Alert.Description>
          {t('rejectedBecause', { note: review_note })} {t('rejectedHint')}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  )
}

/** As wide as its words. */
function Chip(chip: ComponentProps<typeof StatusChip>) {
  return (
    <Box>
      <StatusChip {...chip} />
    </Box>
  )
}
