import { Alert, Button } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { businessContract } from '#shared/business/contract.ts'
import { nextOnboardingStep, type OnboardingStep, stepPath } from '#shared/business/onboarding-steps.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { PlainTextKey } from '#shared/core/i18n/define-text.ts'
import type { orderText } from '#shared/order/text.ts'
import type { Sku } from '#shared/sku/contract.ts'

type Word = PlainTextKey<typeof orderText>
type BlockingReason = { word: Word; to?: { path: string; word: Word }; brand?: string }

const toBrands = { path: stepPath.trademarkRegistered, word: 'toBrands' } as const

const blockedBy: Record<OnboardingStep, { word: Word; to: Word }> = {
  emailConfirmed: { word: 'blockedEmail', to: 'toSettings' },
  businessUpdated: { word: 'blockedBusiness', to: 'toBusiness' },
  trademarkRegistered: { word: 'blockedBrand', to: 'toBrands' },
  businessApproved: { word: 'blockedBusinessApproval', to: 'toBusiness' },
  trademarkApproved: { word: 'blockedBrandApproval', to: 'toBrands' },
}

function missingStep(step: OnboardingStep): BlockingReason {
  const { word, to } = blockedBy[step]
  return { word, to: { path: stepPath[step], word: to } }
}

/** The first reason why this user cannot order codes, with a link to resolve it. */
export function useBlockingReason(product: Sku | undefined, products: number | undefined): BlockingReason | undefined {
  const viewer = useViewer()
  const isOwn = hasAccess('merchant', viewer?.role) && viewer?.demo === false
  const progress = useRead(businessContract.progress, {}, { quiet: true }).data
  const balance = useRead(billingContract.balance, {}, { enabled: viewer?.emailConfirmed === true, quiet: true }).data
  if (viewer?.demo) return { word: 'blockedDemo' }
  if (!isOwn) return { word: 'blockedRole' }
  if (!viewer.emailConfirmed) return missingStep('emailConfirmed')
  if (balance?.isActive === false) {
    return { word: 'blockedDeactivated', to: { path: '/settings/credit', word: 'toCredit' } }
  }
  const step = progress && nextOnboardingStep(progress)
  if (step) return missingStep(step)
  if (products === 0) return { word: 'blockedSku', to: { path: '/sku', word: 'toSkus' } }
  if (product && product.trademark.status !== 'Approved') {
    return { word: 'blockedSkuBrand', to: toBrands, brand: product.trademark.registration_name }
  }
  return undefined
}

export function BlockingReasonAlert({ reason: { word, to, brand } }: { reason: BlockingReason }) {
  const t = useText('order')
  const words = t(word, { brand: brand ?? '' })
  // A dealer cannot order at all, so this is information and not a warning.
  const isForGood = word === 'blockedRole'
  return (
    <Alert.Root status={isForGood ? 'info' : 'warning'} data-testid="obstacle">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{isForGood ? words : t('blockedTitle')}</Alert.Title>
        {!isForGood && <Alert.Description>{words}</Alert.Description>}
        {to && (
          <Button asChild variant="outline" size="sm" alignSelf="start" marginTop="2">
            <Link to={to.path}>{t(to.word)}</Link>
          </Button>
        )}
      </Alert.Content>
    </Alert.Root>
  )
}
