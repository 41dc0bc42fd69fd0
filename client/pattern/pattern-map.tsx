import { Box, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Suspense, useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { indexPlaces } from '#client/insights/map/place-clusters.ts'
import { formatCountry } from '#client/ui/form/country-field.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { PatternEvidence } from '#shared/pattern/contract.ts'

const StaticMap = lazyComponent(() => import('#client/insights/map/static-map.tsx'))
const listed = 8

/** The places of a case on a map of the world, and the first of them as a list, which needs no picture. */
export function PatternMap({ places }: Pick<PatternEvidence, 'places'>) {
  const t = useText('pattern')
  const language = useLanguage()
  const named = useMemo(
    () =>
      places.map(({ looks, country: code, city, ...place }) => ({
        ...place,
        country: formatCountry(code, language),
        location: city,
        scans: looks,
        suspicious: 0,
      })),
    [places, language],
  )
  const summary = (count: number) => t('mapSummary', { count, number: formatNumber(count) })
  const index = useMemo(() => indexPlaces(named), [named])
  if (named.length === 0) return <Text color="fg.muted">{t('noPlaces')}</Text>
  const rest = named.slice(listed).reduce((sum, { scans }) => sum + scans, 0)
  return (
    <Stack gap="4">
      <Box borderWidth="1px" borderRadius="l2" overflow="hidden" bg="bg.subtle">
        <Suspense fallback={<Skeleton aspectRatio={720 / 290} />}>
          <StaticMap
            index={index}
            label={summary(named.length)}
            shares={false}
            titleOf={({ key, places: number, scans }) =>
              `${number > 1 ? summary(number) : key}: ${formatNumber(scans)}`
            }
          />
        </Suspense>
      </Box>
      <DescriptionList
        facts={[
          ...named
            .slice(0, listed)
            .map(
              ({ location, country: name, scans }) =>
                [[location, name].filter(Boolean).join(', '), formatNumber(scans)] as const,
            ),
          ...(rest > 0 ? [[t('morePlaces'), formatNumber(rest)] as const] : []),
        ]}
      />
    </Stack>
  )
}
