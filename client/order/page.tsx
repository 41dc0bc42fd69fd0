import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { OrderHistory } from './history.tsx'
import { HowTo } from './how-to.tsx'
import { OrderForm } from './order-form.tsx'

/** Orders codes, shows the progress of their generation, and downloads them for printing. */
export function Component() {
  const t = useText('order')
  return (
    <Page title={t('title')} description={t('description')}>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
        <OrderForm />
        <HowTo />
      </SimpleGrid>
      <OrderHistory />
    </Page>
  )
}
