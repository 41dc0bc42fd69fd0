import { useRead } from '#client/core/http/query-client.ts'
import type { Option } from '#client/ui/form/select-options.tsx'
import { insightsContract, locationLabel } from '#shared/insights/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { Filters } from './use-filters.ts'

/** The SKUs of the trademark, and the places in which the chosen SKU or trademark was scanned. */
export function useOptions({ sku, trademark, location }: Filters): { skus: Option[]; locations: Option[] } {
  const products = useRead(skuContract.list, { query: { limit: 200, sort: 'name' } }, { quiet: true })
  const places = useRead(insightsContract.geoip, {}, { quiet: true })
  const skus = (products.data?.rows ?? [])
    .filter(({ trademarkId }) => !trademark || trademarkId === trademark)
    .map((row) => ({ value: row.id, label: `${row.name} - ${row.sku}` }))
  const labels = (places.data ?? [])
    .filter((row) => (!sku || row.skuId === sku) && (!trademark || row.trademarkId === trademark))
    .map(locationLabel)
    .filter(Boolean)
  // A chosen filter stays in its list, so that it can be seen and removed.
  const distinct = [...new Set([...labels, ...(location ? [location] : [])])].sort((a, b) => a.localeCompare(b))
  return { skus, locations: distinct.map((value) => ({ value, label: value })) }
}
