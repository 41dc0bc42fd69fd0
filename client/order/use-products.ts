import { useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

/** The maximum of one list call. Further products are found by search. */
const maxListed = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The available products, including the one in the URL even when the list does not contain it. */
export function useProducts(named: string) {
  const [search, setSearch] = useState('')
  const list = useRead(skuContract.list, { query: { limit: maxListed, ...(search && { search }) } })
  const one = useRead(skuContract.read, { params: { id: named } }, { enabled: uuid.test(named), quiet: true })
  const listed = list.data?.rows ?? []
  const extra = one.data && !listed.some(({ id }) => id === one.data.id) ? [one.data] : []
  const products: readonly Sku[] = [...extra, ...listed]
  return {
    products,
    /** Undefined until it is loaded; a search does not change it. */
    total: search ? undefined : list.data?.total,
    searchable: search !== '' || (list.data?.total ?? 0) > maxListed,
    search,
    setSearch,
  }
}
