import { useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

/** As many as one list call gives: more of them are found by searching. */
const maxListed = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The products to choose from, with the one that the address names even where the list does not reach it. */
export function useProducts(named: string) {
  const [search, setSearch] = useState('')
  const list = useRead(skuContract.list, { query: { limit: maxListed, ...(search && { search }) } })
  const one = useRead(skuContract.read, { params: { id: named } }, { enabled: uuid.test(named), quiet: true })
  const listed = list.data?.rows ?? []
  const extra = one.data && !listed.some(({ id }) => id === one.data.id) ? [one.data] : []
  const products: readonly Sku[] = [...extra, ...listed]
  return {
    products,
    /** Undefined until it is known; a search does not change it. */
    total: search ? undefined : list.data?.total,
    searchable: search !== '' || (list.data?.total ?? 0) > maxListed,
    search,
    setSearch,
  }
}
