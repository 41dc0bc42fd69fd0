import { Heading, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { calibrationContract, type WarningOutcomes } from '#shared/verdict/calibration/contract.ts'
import { wilsonInterval } from '#shared/verdict/calibration/wilson-interval.ts'

/** How many decided warnings of the merchant were right. */
export function Outcomes() {
  const t = useText('alertRules')
  const outcomes = useRead(calibrationContract.outcomes, {})
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        {t('outcomes')}
      </Heading>
      {outcomes.data ? <Shares {...outcomes.data} /> : <LoadState read={outcomes} height="6" />}
    </Stack>
  )
}

function Shares({ copies, honest }: WarningOutcomes) {
  const t = useText('alertRules')
  const decided = copies + honest
  if (decided === 0) return <Text color="fg.muted">{t('outcomesEmpty')}</Text>
  const { low, high } = wilsonInterval(copies, decided)
  return (
    <Text>
      {t('outcomesShare', {
        count: decided,
        number: formatNumber(decided),
        copies: formatNumber(copies),
        share: percent(copies / decided),
        low: percent(low),
        high: percent(high),
      })}
    </Text>
  )
}

const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })
