import { Box, Button, Link as ChakraLink, Flex, Heading, Progress, Stack, Text } from '@chakra-ui/react'
import { LuCircle, LuCircleCheck, LuClock } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import {
  areFirstStepsDone,
  type FirstStep,
  type FirstStepsState,
  firstStepPath,
  firstSteps,
  isFirstStepAwaited,
  nextFirstStep,
} from '#shared/insights/first-steps.ts'

/** The steps to the first scanned label. Completed steps are marked automatically. Renders nothing when all are complete. */
export function FirstSteps() {
  const t = useText('insights')
  const { data } = useRead(attentionContract.firstSteps, {}, { quiet: true })
  useRefreshOnEvent('progress balance order activation', attentionContract.firstSteps)
  if (!data || areFirstStepsDone(data)) return null
  const next = nextFirstStep(data)
  const count = firstSteps.filter((step) => data[step]).length
  return (
    <Panel as="div">
      <Stack gap="5">
        <Progress.Root value={count} max={firstSteps.length} size="sm" aria-label={t('stepsTitle')}>
          <Flex justify="space-between" align="baseline" gap="3" marginBottom="3">
            <Heading as="h2" size="lg" fontWeight="600">
              {t('stepsTitle')}
            </Heading>
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              {t('stepsOf', { done: count, total: firstSteps.length })}
            </Text>
          </Flex>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
        {!next && <Waiting state={data} />}
        <Stack as="ol" gap="1" listStyleType="none">
          {firstSteps.map((step) => (
            <Step key={step} step={step} state={data} isNext={step === next} />
          ))}
        </Stack>
      </Stack>
    </Panel>
  )
}

/** Shown while the merchant only waits: for the approval, or for the plan that it asked for. */
function Waiting({ state }: { state: FirstStepsState }) {
  const t = useText('insights')
  return (
    <Text>
      {t(state.approval ? 'waitingPlan' : 'waitingOnly')}{' '}
      <ChakraLink asChild textDecoration="underline">
        <Link to="/customization">{t('waitingMeanwhile')}</Link>
      </ChakraLink>
    </Text>
  )
}

type Props = { step: FirstStep; state: FirstStepsState; isNext: boolean }

function Step({ step, state, isNext }: Props) {
  const t = useText('insights')
  const isDone = state[step]
  const isWaiting = !isDone && isFirstStepAwaited(step, state)
  const Icon = isDone ? LuCircleCheck : isWaiting ? LuClock : LuCircle
  const hint =
    step !== 'plan' || !isWaiting
      ? t(`step_${step}Hint`)
      : t(state.awaitedPlan === 'requested' ? 'waitingPlan' : 'step_planWithApproval')
  return (
    <Flex
      as="li"
      gap="3"
      align="start"
      wrap="wrap"
      padding="3"
      borderRadius="l2"
      {...(isNext && { bg: 'secondary.subtle' })}
      data-step={step}
      data-done={isDone}
    >
      <Box color={isDone ? 'secondary.fg' : 'fg.muted'} paddingTop="0.5">
        <Icon size="20" aria-label={t(isDone ? 'stepDone' : isWaiting ? 'stepWaiting' : 'stepOpen')} />
      </Box>
      <Box flex="1 1 14rem" minWidth="0">
        <Text fontWeight="600" color={isDone ? 'fg.muted' : undefined}>
          {t(`step_${step}`)}
        </Text>
        {!isDone && <Text color="fg.muted">{hint}</Text>}
      </Box>
      {!isDone && step !== 'approval' && (
        <Button asChild size="sm" variant={isNext ? 'solid' : 'ghost'}>
          <Link to={firstStepPath[step]}>{t(`go_${step}`)}</Link>
        </Button>
      )}
    </Flex>
  )
}
