import { chakra, Flex } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { levelFill, levels } from './map-colors.ts'
import { shareLimits } from './place-clusters.ts'

/** The levels of the shares of suspicious scans. */
export function ShareLegend() {
  const t = useText('insightsMap')
  const percent = (share: number) => formatNumber(share, { style: 'percent' })
  const nameOf = (level: number): string => {
    const limit = shareLimits[level]
    if (limit === undefined) return t('over', { share: percent(shareLimits[level - 1]!) })
    return limit === 0 ? t('none') : t('upTo', { share: percent(limit) })
  }
  return (
    <Flex as="ul" aria-label={t('legend')} listStyleType="none" gap="4" wrap="wrap">
      {levels.map((level) => (
        <Flex as="li" key={level} align="center" gap="2" textStyle="sm">
          <chakra.svg width="16px" height="16px" viewBox="0 0 16 16" aria-hidden data-legend={nameOf(level)}>
            <chakra.circle cx="8" cy="8" r="7" fill={levelFill(level)} stroke="fg" />
          </chakra.svg>
          {nameOf(level)}
        </Flex>
      ))}
    </Flex>
  )
}
