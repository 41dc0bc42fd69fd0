import { useRead } from '#client/core/http/query-client.ts'
import type { Option } from '#client/ui/form/select-options.tsx'
import { insightsContract, locationLabel } from '#shared/insights/contract.ts'
import type { Filters } from './view-params.ts'

/**
 * The places in which the SKU or the trademark was scanned.
 *
 * @param chosen places that stay in the list, so that they can be seen and removed
 */
export function useLocations({ sku, trademark }: Filters, chosen: readonly string[]): Option[] {
  const places = useRead(insightsContract.geoip, {}, { quiet: true })
  const labels = (places.data ?? [])
    .filter((row) => (!sku || row.skuId === sku) && (!trademark || row.trademarkId === trademark))
    .map(locationLabel)
  const distinct = [...new Set([...labels, ...chosen])].filter(Boolean).sort((a, b) => a.localeCompare(b))
  return distinct.map((value) => ({ value, label: value }))
}
