import { useMemo, useState } from 'react'
import type { Paging } from '#client/ui/paging.ts'

const sizes = [10, 25, 50] as const

/** Pages of a table inside a dialog: forgotten with it, and not part of the address of the screen below. */
export function useDialogPaging(): Paging {
  const [query, setQuery] = useState<Paging['query']>({ page: 1, limit: sizes[0] })
  return useMemo(
    () => ({
      query,
      sizes,
      set: ({ page = 1, limit = query.limit }) => setQuery({ page, limit }),
    }),
    [query],
  )
}
