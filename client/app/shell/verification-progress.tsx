import { Box, Link as ChakraLink, Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { LuCircle, LuCircleCheck } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { Tooltip } from '#client/ui/feedback/tooltip.tsx'
import { hasHadCredit } from '#shared/billing/rules.ts'
import { nextOnboardingStep, onboardingSteps, stepPath } from '#shared/business/onboarding-steps.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { firstStepPath } from '#shared/insights/first-steps.ts'
import { useProgress, useShownBalance } from './account-queries.ts'

const tooltipTexts = {
  emailConfirmed: 'tipEmail',
  businessUpdated: 'tipBusiness',
  trademarkRegistered: 'tipBrand',
  businessApproved: 'tipBusinessApproval',
  trademarkApproved: 'tipBrandApproval',
} as const

/** The next step on the way to the first code. `stepWaiting`: an administrator has to approve. */
const stepTexts = {
  emailConfirmed: 'stepEmail',
  businessUpdated: 'stepBusiness',
  trademarkRegistered: 'stepBrand',
  businessApproved: 'stepWaiting',
  trademarkApproved: 'stepWaiting',
} as const

/** The five steps of the verification. The tooltip shows which are complete. */
export function VerificationProgress({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  const { data } = useProgress(viewer)
  const needsPlan = useNeedsPlan(viewer)
  if (!data) return null
  const done = onboardingSteps.filter((step) => data[step]).length
  const next = nextOnboardingStep(data)
  const word = next ? stepTexts[next] : 'stepVerified'
  const to = next && word !== 'stepWaiting' ? stepPath[next] : undefined
  const tip = (
    <Stack gap="1" padding="1">
      {onboardingSteps.map((step) => (
        <Flex key={step} gap="2" align="center">
          {data[step] ? <LuCircleCheck aria-label={t('stepDone')} /> : <LuCircle aria-label={t('stepOpen')} />}
          {t(tooltipTexts[step])}
        </Flex>
      ))}
    </Stack>
  )
  return (
    <Tooltip content={tip}>
      <Box padding="4" paddingInline="5" borderTopWidth="1px" data-testid="verification">
        <Progress.Root value={done} max={onboardingSteps.length} size="sm" aria-label={t('verification')}>
          <Stack gap="2">
            <Flex justify="space-between" gap="2" textStyle="sm">
              {to ? (
                <ChakraLink asChild fontWeight="600" textDecoration="underline">
                  <Link to={to}>{t(word)}</Link>
                </ChakraLink>
              ) : (
                <Text fontWeight="600">{t(word)}</Text>
              )}
              <Text color="fg.muted" fontVariantNumeric="tabular-nums" aria-hidden>
                {done}/{onboardingSteps.length}
              </Text>
            </Flex>
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
            <Progress.ValueText srOnly>
              {t('verificationOf', { done, total: onboardingSteps.length })}
            </Progress.ValueText>
            {!to && needsPlan && (
              <ChakraLink asChild textStyle="sm" textDecoration="underline">
                <Link to={firstStepPath.plan}>{t('stepPlan')}</Link>
              </ChakraLink>
            )}
          </Stack>
        </Progress.Root>
      </Box>
    </Tooltip>
  )
}

/** Whether the merchant has to choose a plan: it never had one, and none is on its way. */
function useNeedsPlan(viewer: Viewer): boolean {
  const balance = useShownBalance(viewer)
  const enabled = balance !== undefined && !viewer.demo && !hasHadCredit(balance)
  const { data } = useRead(attentionContract.firstSteps, {}, { enabled, quiet: true })
  return enabled && data !== undefined && !data.plan && data.awaitedPlan === null
}
