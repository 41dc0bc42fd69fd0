import { Box, Flex, SimpleGrid, Skeleton, Text } from '@chakra-ui/react'
import type { IconType } from 'react-icons'
import { LuArrowDownRight, LuArrowUpRight, LuChevronsUp, LuMinus } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { formatTrend, isStrongGrowth } from '#client/core/format/trend.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type CardTarget, CountCard } from '#client/insights/count-card.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import type { Insights } from '#shared/insights/contract.ts'
import { CountLine } from './count-line.tsx'

type Card = {
  label: string
  to: CardTarget
  count: number | undefined
  trend: number | null
  previous?: number | undefined
  /** The number in each step of the range, or its increase in each step. */
  course: readonly number[] | null | undefined
}

/** The four numbers of the range, with their change against the cycle before. `search` keeps the filters in links. */
export function SummaryCards({ data, search }: { data: Insights | undefined; search: string }) {
  const t = useText('insightsOverview')
  const of = (action: 'VERIFY' | 'REDIRECT') => data?.summary.find((one) => one.action === action)
  const [scans, redirects] = [of('VERIFY'), of('REDIRECT')]
  const cards: Card[] = [
    {
      label: t('activeCodes'),
      to: '/activatecode',
      count: data?.activeCodes.count,
      trend: data?.activeCodes.trend ?? null,
      course: data?.activeCodes.activated,
    },
    {
      label: t('scans'),
      to: listOf('verify', search),
      count: scans?.count,
      trend: scans?.trend ?? null,
      previous: scans?.previous,
      course: data?.trend.verify,
    },
    {
      label: t('redirects'),
      to: listOf('redirect', search),
      count: redirects?.count,
      trend: redirects?.trend ?? null,
      previous: redirects?.previous,
      course: data?.trend.redirect,
    },
    {
      label: t('outliers'),
      to: data ? alertsOf(data, search) : '/alerts',
      count: data?.outliers.count,
      trend: data?.outliers.trend ?? null,
      previous: data?.outliers.previous,
      course: data?.outliers.opened,
    },
  ]
  return (
    <PageSection title={t('glance')}>
      <SimpleGrid columns={{ base: 1, sm: 2, xl: 4 }} gap="4">
        {cards.map((card) => (
          <GlanceCard key={card.label} {...card} />
        ))}
      </SimpleGrid>
      {data !== undefined && data.behind > 0 && (
        <Text textStyle="sm" color="fg.muted">
          {t('behind', { seconds: formatNumber(Math.ceil(data.behind)) })}
        </Text>
      )}
    </PageSection>
  )
}

/** The address of the list of scans below, with one activity as its search and with the current filters. */
function listOf(activity: 'verify' | 'redirect', search: string): CardTarget {
  const params = new URLSearchParams(search)
  params.delete('page')
  params.set('search', activity)
  return { hash: '#scans', search: `?${params}` }
}

/** The address of the counted alerts. The location is not among its filters, because a case belongs to a code and not to a place. */
function alertsOf({ from, to }: Insights, search: string): CardTarget {
  const shown = new URLSearchParams(search)
  const params = new URLSearchParams({ from, to })
  for (const name of ['sku', 'trademark']) {
    const value = shown.get(name)
    if (value) params.set(name, value)
  }
  return `/alerts?${params}`
}

function GlanceCard({ label, to, count, trend, previous, course }: Card) {
  const t = useText('insightsOverview')
  return (
    <CountCard
      label={label}
      to={to}
      number={count === undefined ? undefined : formatNumber(count)}
      aside={course && <CountLine values={course} />}
    >
      {count === undefined ? (
        <Skeleton height="5" width="32" />
      ) : (
        <Flex gap="2" wrap="wrap">
          <Trend value={trend} />
          {previous !== undefined && (
            <span>{previous === 0 ? t('noneBefore') : t('before', { count: formatNumber(previous) })}</span>
          )}
        </Flex>
      )}
    </CountCard>
  )
}

function iconOf(value: number): IconType {
  if (isStrongGrowth(value)) return LuChevronsUp
  return value > 0 ? LuArrowUpRight : value < 0 ? LuArrowDownRight : LuMinus
}

/** The change, with an arrow. It has no color: more scans can be good or bad, and more outliers are bad. */
function Trend({ value }: { value: number | null }) {
  const t = useText('insightsOverview')
  if (value === null) return null
  const Icon = iconOf(value)
  return (
    <Flex as="span" align="center" gap="1" color="fg" fontWeight="600" fontVariantNumeric="tabular-nums">
      <Icon aria-hidden />
      <Box as="span" srOnly>
        {t('change', { trend: formatTrend(value) })}
      </Box>
      <span aria-hidden="true">{formatTrend(value)}</span>
      {isStrongGrowth(value) && (
        <Box as="span" fontWeight="normal">
          {t('strongGrowth')}
        </Box>
      )}
    </Flex>
  )
}
