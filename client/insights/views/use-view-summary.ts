import { formatDate } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { usePlaceNames } from '#client/insights/filter/place-names.ts'
import type { InsightsView } from '#shared/insights/view-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

/** Describes a saved view, such as "This Month · HIGHLAND · Jakarta, Indonesia". */
export function useViewSummary(): (view: InsightsView) => string {
  const t = useText('insightsView')
  const overview = useText('insightsOverview')
  const names = usePlaceNames()
  // The same calls as those of the filters.
  const products = useRead(skuContract.list, { query: { limit: 200, sort: 'name' } }, { quiet: true })
  const marks = useRead(trademarkContract.list, { query: { limit: 200 } }, { quiet: true })
  const skuName = (id: string) => {
    const row = products.data?.rows.find((one) => one.id === id)
    return row ? `${row.name} - ${row.sku}` : t('oneSku')
  }
  const markName = (id: string) =>
    marks.data?.rows.find((one) => one.id === id)?.registration_name ?? overview('trademark')
  return ({ range, from, to, sku, location, trademark, compare, first, second }) => {
    const days = () => t('days', { from: formatDate(`${from}T00:00`), to: formatDate(`${to}T00:00`) })
    const sideName = (side: string) => (compare === 'sku' ? skuName(side) : names.label(side))
    const narrowed = [trademark && markName(trademark), sku && skuName(sku), names.label(location)].filter(Boolean)
    return [
      range === 'own' ? days() : overview(range),
      ...(narrowed.length > 0 ? narrowed : [t('everything')]),
      ...(first && second ? [t('compared', { first: sideName(first), second: sideName(second) })] : []),
    ].join(' · ')
  }
}
