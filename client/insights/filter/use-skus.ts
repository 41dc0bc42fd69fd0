import { useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import type { Option } from '#client/ui/form/select.tsx'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

/** The most products of one call. Others are found by a search. */
const maxListed = 200

export type SkuOptions = {
  /** Labels have the form `name - sku`. */
  options: Option[]
  nameOf: (id: string) => string | undefined
  /** The search, if the merchant has more products than are listed. */
  search: string | undefined
  setSearch: (words: string) => void
}

/** The products of a trademark; those that are chosen are named, whether they are in the list or not. */
export function useSkus(trademark: string, [one = '', other = '']: readonly string[]): SkuOptions {
  const [search, setSearch] = useState('')
  const query = { limit: maxListed, sort: 'name', ...(search && { search }) }
  const { data } = useRead(skuContract.list, { query }, { quiet: true })
  const listed = data?.rows ?? []
  const isMissing = (id: string) => id !== '' && data !== undefined && !listed.some((row) => row.id === id)
  const named = (id: string) => ({ enabled: isMissing(id), quiet: true })
  const [first, second] = [
    useRead(skuContract.read, { params: { id: one } }, named(one)).data,
    useRead(skuContract.read, { params: { id: other } }, named(other)).data,
  ]
  const extra = [first, second].filter((row): row is Sku => row !== undefined && isMissing(row.id))
  const rows = [...extra, ...listed.filter(({ trademarkId }) => !trademark || trademarkId === trademark)]
  const options = rows.map(({ id, name, sku }) => ({ value: id, label: `${name} - ${sku}` }))
  return {
    options,
    nameOf: (id) => options.find(({ value }) => value === id)?.label,
    search: search !== '' || (data?.total ?? 0) > maxListed ? search : undefined,
    setSearch,
  }
}
