import { Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { formatDuration, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'

type Props = {
  label: string
  done: number
  total: number
  /** Units per second and remaining seconds, once they are known. */
  perSecond?: number
  secondsLeft?: number
}

/** Progress of a long task: share done, speed and remaining time. */
export function ProgressBar({ label, done, total, perSecond, secondsLeft }: Props) {
  const t = useText('ui')
  const share = total > 0 ? Math.min(100, (done / total) * 100) : 0
  return (
    <Progress.Root value={share} size="sm" striped animated>
      <Stack gap="1.5">
        <Flex justify="space-between" gap="3" wrap="wrap" textStyle="sm" fontVariantNumeric="tabular-nums">
          <Progress.Label>{t('progressOf', { done: formatNumber(done), total: formatNumber(total) })}</Progress.Label>
          <Text color="fg.muted">
            {perSecond ? t('perSecond', { rate: formatNumber(Math.round(perSecond)) }) : ''}
            {perSecond && secondsLeft !== undefined ? ' · ' : ''}
            {secondsLeft === undefined
              ? ''
              : secondsLeft < 1
                ? t('almostDone')
                : t('timeLeft', { time: formatDuration(secondsLeft) })}
          </Text>
        </Flex>
        <Progress.Track aria-label={label}>
          <Progress.Range />
        </Progress.Track>
      </Stack>
    </Progress.Root>
  )
}
