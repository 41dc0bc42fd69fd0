import { SimpleGrid } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { refresh, useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { AsOf } from '#client/ui/feedback/as-of.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { businessContract, type OnboardingProgress } from '#shared/business/contract.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { ActivationActivities, GenerationActivities } from './activities.tsx'
import { AttentionCards } from './attention-cards.tsx'
import { CodeLookupPanel } from './code-lookup-panel.tsx'
import { CountCards } from './count-cards.tsx'
import { FirstScan } from './first-steps/first-scan.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { Trend } from './trend.tsx'
import { useLiveScans } from './use-live-scans.ts'

/** The verification steps until the first code, then statistics of the codes. */
export function Component() {
  const t = useText('insights')
  const progress = useRead(businessContract.progress, {}, { quiet: true, keep: 'progress' })
  if (!progress.data) {
    return (
      <Page title={t('dashboard')}>
        <LoadState read={progress} height="32" />
      </Page>
    )
  }
  return <Dashboard progress={progress.data} asOf={<AsOf read={progress} />} />
}

function Dashboard({ progress, asOf }: { progress: OnboardingProgress; asOf: ReactNode }) {
  const t = useText('insights')
  const viewer = useViewer()
  // The demo has no new scans.
  useLiveScans(viewer?.demo === false && viewer.emailConfirmed, () => {
    void refresh(attentionContract.read, attentionContract.firstSteps)
  })
  const { businessUpdated, trademarkRegistered } = progress
  // Only owners and office can register a business.
  if (hasAccess('merchant', viewer?.role) && (!businessUpdated || !trademarkRegistered)) {
    return (
      <Page title={t('welcome')} description={t('welcomeHint')}>
        <FirstSteps />
      </Page>
    )
  }
  return (
    <Page title={t('dashboard')}>
      {asOf}
      {hasAccess('merchant', viewer?.role) && !viewer?.demo && (
        <>
          <FirstScan />
          <FirstSteps />
        </>
      )}
      {viewer?.role === 'customerservice' && <CodeLookupPanel />}
      <AttentionCards />
      <CountCards />
      <Trend />
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
        <GenerationActivities />
        <ActivationActivities />
      </SimpleGrid>
    </Page>
  )
}
