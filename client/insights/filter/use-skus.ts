import { useText } from '#client/core/i18n/i18n.ts'
import { type RowSearch, useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import type { Option } from '#client/ui/form/select.tsx'
import { noProduct } from '#shared/scan/no-product.ts'
import { skuContract } from '#shared/sku/contract.ts'

type SkuOptions = RowSearch & {
  /** Labels have the form `name - sku`. */
  options: Option[]
  nameOf: (id: string) => string | undefined
}

/**
 * The products of a trademark; those that are chosen are named, whether they are in the list or not. Of all trademarks, the last choice
 * is codes without a product.
 */
export function useSkus(trademark: string, chosen: readonly string[]): SkuOptions {
  const t = useText('insightsOverview')
  const { rows, search, setSearch } = useSearchedRows(skuContract.list, {
    read: skuContract.read,
    chosen: chosen.filter((id) => id !== noProduct),
    sort: 'name',
    quiet: true,
  })
  const products = rows
    .filter(({ id, trademarkId }) => !trademark || trademarkId === trademark || chosen.includes(id))
    .map(({ id, name, sku }) => ({ value: id, label: `${name} - ${sku}` }))
  const isOffered = !trademark || chosen.includes(noProduct)
  const options = isOffered ? [...products, { value: noProduct, label: t('noProduct') }] : products
  return { options, nameOf: (id) => options.find(({ value }) => value === id)?.label, search, setSearch }
}
