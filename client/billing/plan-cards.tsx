import { Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { AskForPlan } from '#client/support/contact-form.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { billingContract, currency, type Plan } from '#shared/billing/contract.ts'

const price = (value: number) => formatNumber(value, { style: 'currency', currency })

/** The offered plans. A merchant buys one by contacting support, and an administrator books it. */
export function PlanCards() {
  const t = useText('billing')
  const plans = useRead(billingContract.plans, {})
  const { data } = plans
  return (
    <PageSection title={t('plans')} as="section" aria-label={t('plans')}>
      {!data ? (
        <LoadState read={plans} height="48" />
      ) : data.length === 0 ? (
        <EmptyState title={t('noPlans')} hint={t('noPlansHint')} />
      ) : (
        <SimpleGrid columns={{ base: 1, md: 2, xl: 3 }} gap="4">
          {data.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </SimpleGrid>
      )}
    </PageSection>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const t = useText('billing')
  const { title, codes, description, validity, validity_unit } = plan
  return (
    <Panel as="div">
      <Stack gap="3" height="full">
        <Heading as="h3" size="md" fontWeight="600">
          {title}
        </Heading>
        <Price plan={plan} />
        <Text fontWeight="600">{t('amount', { count: codes, shown: formatNumber(codes) })}</Text>
        <Text color="fg.muted">{t(`valid_${validity_unit}`, { count: validity })}</Text>
        <Text flex="1">{description}</Text>
        <AskForPlan plan={plan} label={t('askForPlan')} name={t('askForNamed', { title })} />
      </Stack>
    </Panel>
  )
}

function Price({ plan }: { plan: Plan }) {
  const t = useText('billing')
  const now = plan.promo_price ?? plan.price
  if (now === undefined) return <Text>{t('onRequest')}</Text>
  const before = plan.promo_price !== undefined && plan.price !== undefined && plan.price > now ? plan.price : undefined
  return (
    <Flex gap="3" align="baseline" wrap="wrap">
      <Text textStyle="2xl" fontFamily="heading" fontWeight="600" fontVariantNumeric="tabular-nums">
        {price(now)}
      </Text>
      {before !== undefined && (
        <Text color="fg.muted">
          <s aria-hidden>{price(before)}</s>
          <Text as="span" srOnly>
            {t('insteadOf', { price: price(before) })}
          </Text>
        </Text>
      )}
    </Flex>
  )
}
