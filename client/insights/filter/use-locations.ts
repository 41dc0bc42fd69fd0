import { useRead } from '#client/core/http/query-client.ts'
import type { Option } from '#client/ui/form/select.tsx'
import { omit } from '#shared/core/omit.ts'
import { insightsContract, locationLabel } from '#shared/insights/contract.ts'
import { usePlaceNames } from './place-names.ts'
import type { Query } from './use-filters.ts'
import type { Filters } from './view-params.ts'

/** `geoip` has the places of the last months. */
const recentDays = 60
const dayMs = 86_400_000

/**
 * The places in which the SKU or the trademark was scanned: lately, and in the range of the screen.
 *
 * @param chosen places that stay in the list, so that they can be seen and removed
 */
export function useLocations({ sku, trademark }: Filters, query: Query, chosen: readonly string[]): Option[] {
  const names = usePlaceNames()
  const recent = useRead(insightsContract.geoip, {}, { quiet: true })
  const isEarlier = Date.now() - Date.parse(query.from) > recentDays * dayMs
  const ofRange = omit(query, 'location')
  // Without a location, it is the call of the map, which is made once.
  const earlier = useRead(insightsContract.places, { query: ofRange }, { quiet: true, enabled: isEarlier })
  const labels = (recent.data ?? [])
    .filter((row) => (!sku || row.skuId === sku) && (!trademark || row.trademarkId === trademark))
    .map(locationLabel)
  const distinct = [...new Set([...labels, ...(earlier.data ?? []).map(locationLabel), ...chosen])]
  return distinct
    .filter(Boolean)
    .map((value) => ({ value, label: names.label(value) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
