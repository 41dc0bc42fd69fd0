import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { type RowSearch, useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { skuContract } from '#shared/sku/contract.ts'

const KnownProduct = z.object({ id: z.string(), name: z.string(), sku: z.string() })
export type KnownProduct = z.infer<typeof KnownProduct>
const StoredProducts = z.array(KnownProduct)

const storedAs = 'known-products'
const none: readonly KnownProduct[] = []

/**
 * The products to choose from: those of the list or of the search, and the chosen one. The last ones that the server listed are stored
 * on the device, so that a person can choose without a connection, too.
 */
export function useKnownProducts(chosen: string): RowSearch & { products: readonly KnownProduct[] } {
  const owner = offline((state) => state.engine?.db.name)
  const { list, read } = skuContract
  const { rows, isLoaded, search, setSearch } = useSearchedRows(list, {
    read,
    chosen: [chosen],
    sort: 'name',
    quiet: true,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the stored list depends on the owner.
  const stored = useMemo(() => loadDraft(storedAs, StoredProducts) ?? none, [owner])
  const content = isLoaded
    ? JSON.stringify(rows.filter(({ active }) => active).map(({ id, name, sku }) => ({ id, name, sku })))
    : undefined
  const loaded = useMemo(
    () => (content === undefined ? undefined : StoredProducts.parse(JSON.parse(content))),
    [content],
  )
  useEffect(() => {
    // A search finds some of the products only.
    if (loaded && owner && !search) storeDraft(storedAs, loaded)
  }, [loaded, owner, search])
  return { products: loaded ?? stored, search, setSearch }
}
