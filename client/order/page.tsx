import { SimpleGrid, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { hasAccess } from '#shared/core/api/access.ts'
import { orderContract } from '#shared/order/contract.ts'
import { OrderForm } from './form/order-form.tsx'
import { OrderHistory } from './history.tsx'
import { HowTo } from './how-to.tsx'

/** Orders codes, shows the progress of their generation, and downloads them for printing. */
export function Component() {
  const t = useText('order')
  const viewer = useViewer()
  const canOrder = viewer?.demo || hasAccess(orderContract.create.access, viewer?.role)
  return (
    <Page title={t('title')} description={t('description')}>
      {canOrder ? (
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
          <OrderForm />
          <HowTo />
        </SimpleGrid>
      ) : (
        <Text color="fg.muted">{t('blockedRole')}</Text>
      )}
      <OrderHistory />
    </Page>
  )
}
