import { Box, Flex, LinkBox, LinkOverlay, SimpleGrid, Skeleton, Text } from '@chakra-ui/react'
import type { IconType } from 'react-icons'
import { LuArrowDownRight, LuArrowUpRight, LuChevronsUp, LuMinus } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { formatTrend, isStrongGrowth } from '#client/core/format/trend.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { Insights } from '#shared/insights/contract.ts'
import { CountLine } from './count-line.tsx'

type To = string | { hash: string; search: string }
type Card = {
  label: string
  to: To
  count: number | undefined
  trend: number | null
  previous?: number | undefined
  course?: readonly number[] | undefined
}

/** The four numbers of the range, with their change against the cycle before. `search` keeps the filters in links. */
export function Glance({ data, search }: { data: Insights | undefined; search: string }) {
  const t = useText('insightsOverview')
  const of = (action: 'VERIFY' | 'REDIRECT') => data?.summary.find((one) => one.action === action)
  const [scans, redirects] = [of('VERIFY'), of('REDIRECT')]
  const inPage = { hash: '#scans', search }
  const cards: Card[] = [
    {
      label: t('activeCodes'),
      to: '/activatecode',
      count: data?.activeCodes.count,
      trend: data?.activeCodes.trend ?? null,
    },
    {
      label: t('scans'),
      to: inPage,
      count: scans?.count,
      trend: scans?.trend ?? null,
      previous: scans?.previous,
      course: data?.trend.verify,
    },
    {
      label: t('redirects'),
      to: { ...inPage, hash: '#activities' },
      count: redirects?.count,
      trend: redirects?.trend ?? null,
      previous: redirects?.previous,
      course: data?.trend.redirect,
    },
    {
      label: t('outliers'),
      to: '/alerts',
      count: data?.outliers.count,
      trend: data?.outliers.trend ?? null,
      previous: data?.outliers.previous,
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

function GlanceCard({ label, to, count, trend, previous, course }: Card) {
  const t = useText('insightsOverview')
  return (
    <LinkBox asChild>
      <Panel as="div" padding={{ base: '4', md: '5' }} _hover={{ borderColor: 'primary.solid' }} data-count={label}>
        <Text color="fg.muted">
          <LinkOverlay asChild>
            <Link to={to}>{label}</Link>
          </LinkOverlay>
        </Text>
        <Flex justify="space-between" align="end" gap="3" marginTop="1" minHeight="10">
          {count === undefined ? (
            <Skeleton height="9" width="24" />
          ) : (
            <Text
              textStyle="3xl"
              fontFamily="heading"
              fontWeight="600"
              fontVariantNumeric="tabular-nums"
              data-number=""
            >
              {formatNumber(count)}
            </Text>
          )}
          {course && <CountLine values={course} />}
        </Flex>
        {count === undefined ? (
          <Skeleton height="5" width="32" marginTop="1" />
        ) : (
          <Flex gap="2" marginTop="1" textStyle="sm" color="fg.muted" wrap="wrap">
            <Trend value={trend} />
            {previous !== undefined && (
              <span>{previous === 0 ? t('noneBefore') : t('before', { count: formatNumber(previous) })}</span>
            )}
          </Flex>
        )}
      </Panel>
    </LinkBox>
  )
}

function iconOf(value: number): IconType {
  if (isStrongGrowth(value)) return LuChevronsUp
  return value > 0 ? LuArrowUpRight : value < 0 ? LuArrowDownRight : LuMinus
}

/** The change, with an arrow. Without color: more scans are not always good, and more outliers are not. */
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
