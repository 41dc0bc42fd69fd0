import { Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { SignedFees } from '#shared/anchoring/chain-report.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { amountText } from './amount-text.ts'
import { Section } from './section.tsx'

/** The signed fees, compared with the limits of the signer. */
export function FeeBudgets({ chain, fees }: { chain: ChainId; fees: SignedFees }) {
  const t = useText('chains')
  return (
    <Section title={t('budgets')}>
      <Stack gap="3">
        <Budget label={t('day')} chain={chain} spent={fees.day} limit={fees.dayLimit} />
        <Budget label={t('year')} chain={chain} spent={fees.year} limit={fees.yearLimit} />
      </Stack>
    </Section>
  )
}

type Props = { label: string; chain: ChainId; spent: string; limit: string }

/** A limit of 0 means no limit. From 80 % on, the color of the bar warns. */
function Budget({ label, chain, spent, limit }: Props) {
  const t = useText('chains')
  const hasLimit = limit !== '0'
  const share = hasLimit ? Math.min(100, (Number(spent) / Number(limit)) * 100) : 0
  const amounts = { spent: amountText(chain, spent), limit: amountText(chain, limit) }
  const words = hasLimit ? t('spentOf', amounts) : t('spentNoLimit', amounts)
  const line = (
    <Flex justify="space-between" gap="3" wrap="wrap" textStyle="sm" fontVariantNumeric="tabular-nums">
      <Text>{label}</Text>
      <Text color="fg.muted">{words}</Text>
    </Flex>
  )
  if (!hasLimit) return line
  const palette = share >= 100 ? 'red' : share >= 80 ? 'orange' : 'primary'
  return (
    <Progress.Root value={share} size="sm" colorPalette={palette}>
      <Stack gap="1.5">
        {line}
        <Progress.Track aria-label={`${label}: ${words}`}>
          <Progress.Range />
        </Progress.Track>
      </Stack>
    </Progress.Root>
  )
}
