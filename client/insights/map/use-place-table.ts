import { useMemo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { usePlaceNames } from '#client/insights/filter/place-names.ts'
import type { ChartTable } from '#client/ui/chart/save-chart.ts'
import { type MapPlace, placeName } from './place-clusters.ts'

/**
 * The places of the map as a table, also those of unknown position: most scans first, or most suspicious scans first while the
 * map shows their shares. Undefined while the places are loaded.
 */
export function usePlaceTable(places: readonly MapPlace[] | undefined, bySuspicious: boolean): ChartTable | undefined {
  const t = useText('insightsMap')
  const names = usePlaceNames()
  return useMemo(() => {
    if (!places) return undefined
    const name = bySuspicious ? 'suspicious' : 'scans'
    return {
      head: [t('place'), t('scanCount'), t('suspiciousCount'), t('suspiciousLayer')],
      rows: merged(places)
        .toSorted((one, other) => other[name] - one[name])
        .map(({ place, scans, suspicious }) => [
          names.label(place) || t('unknownPlace'),
          ...[scans, suspicious, { share: suspicious / scans }],
        ]),
    }
  }, [places, bySuspicious, t, names])
}

/** The database of locations has more than one position in a city: a table has one row for its name. */
function merged(places: readonly MapPlace[]): { place: string; scans: number; suspicious: number }[] {
  const sums = new Map<string, { place: string; scans: number; suspicious: number }>()
  for (const one of places) {
    const place = placeName(one)
    const { scans = 0, suspicious = 0 } = sums.get(place) ?? {}
    sums.set(place, { place, scans: scans + one.scans, suspicious: suspicious + one.suspicious })
  }
  return [...sums.values()]
}
