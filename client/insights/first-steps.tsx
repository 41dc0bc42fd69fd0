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
  type FirstStepsDone,
  firstStepPath,
  firstSteps,
  nextFirstStep,
} from '#shared/insights/first-steps.ts'

/** A scan publishes no event, so the last step is read again while it is open, ms. */
const scanPollMs = 10_000

/** The steps to the first scanned label. Completed steps are marked automatically. Renders nothing when all are complete. */
export function FirstSteps() {
  const t = useText('insights')
  const { data } = useRead(
    attentionContract.firstSteps,
    {},
    { quiet: true, every: (last) => (last?.activated && !last.scanned ? scanPollMs : false) },
  )
  useRefreshOnEvent('progress order activation', attentionContract.firstSteps)
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
        {!next && <Waiting />}
        <Stack as="ol" gap="1" listStyleType="none">
          {firstSteps.map((step) => (
            <Step key={step} step={step} done={data} isNext={step === next} />
          ))}
        </Stack>
      </Stack>
    </Panel>
  )
}

/** Shown while only an administrator can do the next step. */
function Waiting() {
  const t = useText('insights')
  return (
    <Text>
      {t('waitingOnly')}{' '}
      <ChakraLink asChild textDecoration="underline">
        <Link to="/customization">{t('waitingMeanwhile')}</Link>
      </ChakraLink>
    </Text>
  )
}

type Props = { step: FirstStep; done: FirstStepsDone; isNext: boolean }

function Step({ step, done, isNext }: Props) {
  const t = useText('insights')
  const isDone = done[step]
  const isWaiting = step === 'approval' && !isDone && done.business && done.trademark
  const Icon = isDone ? LuCircleCheck : isWaiting ? LuClock : LuCircle
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
        {!isDone && <Text color="fg.muted">{t(`step_${step}Hint`)}</Text>}
      </Box>
      {!isDone && step !== 'approval' && (
        <Button asChild size="sm" variant={isNext ? 'solid' : 'ghost'}>
          <Link to={firstStepPath[step]}>{t(`go_${step}`)}</Link>
        </Button>
      )}
    </Flex>
  )
}
