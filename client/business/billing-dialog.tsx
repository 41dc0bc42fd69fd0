import { Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { BillingHistory } from '#client/billing/billing-history.tsx'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { billingContract, trial } from '#shared/billing/contract.ts'
import type { Business } from '#shared/business/contract.ts'
import { BillingAccount } from './billing-account.tsx'
import { GrantForm } from './grant-form.tsx'

type Props = { business: Business | undefined; onClose: () => void }

/** The billing account of one merchant: credit, switch, purchases and trial. */
export function BillingDialog({ business, onClose }: Props) {
  const t = useText('billingAdmin')
  return (
    <FormDialog
      open={business !== undefined}
      onClose={onClose}
      title={t('billingOf', { name: business?.name ?? '' })}
      size="xl"
    >
      {business && (
        <Stack gap="8">
          <BillingAccount business={business} />
          <Section title={t('addBilling')}>
            <GrantForm merchant={business.merchant} />
          </Section>
          <Section title={t('trial')}>
            <Trial merchant={business.merchant} />
          </Section>
          <Section title={t('history')}>
            <History merchant={business.merchant} />
          </Section>
        </Stack>
      )}
    </FormDialog>
  )
}

function History({ merchant }: { merchant: string }) {
  return <BillingHistory merchant={merchant} paging={useLocalPaging()} />
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="3" aria-label={title}>
      <Text as="h3" fontWeight="600">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function Trial({ merchant }: { merchant: string }) {
  const t = useText('billingAdmin')
  const billed = useRead(billingContract.history, { query: { merchant, limit: 1 } })
  const start = useWrite(billingContract.startTrial, {
    refresh: [billingContract.balanceOf, billingContract.history],
    done: t('trialStarted'),
  })
  const isUsed = billed.data !== undefined && billed.data.total > 0
  const offer = t('trialOffer', {
    codes: t('codesOf', { count: trial.codes, number: formatNumber(trial.codes) }),
    validity: t('daysOf', { count: trial.days }),
  })
  return (
    <Stack gap="2" align="start">
      <Text color="fg.muted">{offer}</Text>
      <ButtonWithReason
        disabledReason={isUsed ? t('trialUsed') : undefined}
        variant="outline"
        disabled={billed.data === undefined}
        loading={start.isPending}
        onClick={() => start.mutate({ body: { merchant } })}
      >
        {t('startTrial')}
      </ButtonWithReason>
    </Stack>
  )
}
