import { type RowSearch, useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import type { Option } from '#client/ui/form/select.tsx'
import { skuContract } from '#shared/sku/contract.ts'

type SkuOptions = RowSearch & {
  /** Labels have the form `name - sku`. */
  options: Option[]
  nameOf: (id: string) => string | undefined
}

/** The products of a trademark; those that are chosen are named, whether they are in the list or not. */
export function useSkus(trademark: string, chosen: readonly string[]): SkuOptions {
  const { rows, search, setSearch } = useSearchedRows(skuContract.list, {
    read: skuContract.read,
    chosen,
    sort: 'name',
    quiet: true,
  })
  const options = rows
    .filter(({ id, trademarkId }) => !trademark || trademarkId === trademark || chosen.includes(id))
    .map(({ id, name, sku }) => ({ value: id, label: `${name} - ${sku}` }))
  return { options, nameOf: (id) => options.find(({ value }) => value === id)?.label, search, setSearch }
}
