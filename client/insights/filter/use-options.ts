import { useRead } from '#client/core/http/query-client.ts'
import type { Option } from '#client/ui/form/select-options.tsx'
import { insightsContract, locationLabel } from '#shared/insights/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { Filters } from './view-params.ts'

/**
 * The SKUs of the trademark, and the places in which the chosen SKU or trademark was scanned.
 *
 * @param chosen places that stay in the list, so that they can be seen and removed
 */
export function useOptions(
  { sku, trademark, location }: Filters,
  chosen: readonly string[] = [location],
): { skus: Option[]; locations: Option[] } {
  const products = useRead(skuContract.list, { query: { limit: 200, sort: 'name' } }, { quiet: true })
  const places = useRead(insightsContract.geoip, {}, { quiet: true })
  const skus = (products.data?.rows ?? [])
    .filter(({ trademarkId }) => !trademark || trademarkId === trademark)
    .map((row) => ({ value: row.id, label: `${row.name} - ${row.sku}` }))
  const labels = (places.data ?? [])
    .filter((row) => (!sku || row.skuId === sku) && (!trademark || row.trademarkId === trademark))
    .map(locationLabel)
    .filter(Boolean)
  const distinct = [...new Set([...labels, ...chosen.filter(Boolean)])].sort((a, b) => a.localeCompare(b))
  return { skus, locations: distinct.map((value) => ({ value, label: value })) }
}
