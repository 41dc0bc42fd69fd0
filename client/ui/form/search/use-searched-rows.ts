import { useState } from 'react'
import type { z } from 'zod'
import { useRead } from '#client/core/http/query-client.ts'
import type { RequestInput, ResponseBody, Route } from '#shared/core/api/contract.ts'
import type { ById, PageQuery } from '#shared/core/fields/fields.ts'

/** The most rows of one call. Others are found by a search. */
const maxListed = 200

type AnyRow = { id: string }
type RowRoute = Route & { params: typeof ById; answer: z.ZodType<AnyRow> }
/** A list, whose rows may have more fields than a row that is read alone. */
type ListRoute<Row> = Route & { query: z.ZodType<PageQuery>; answer: z.ZodType<{ rows: Row[]; total: number }> }

export type RowSearch = {
  /** The typed words; undefined if the list has no more rows than one call returns. */
  search: string | undefined
  setSearch: (words: string) => void
}

type Options<R extends RowRoute> = {
  /** Reads a chosen row that the list does not contain. */
  read: R
  /** The ids of at most two rows that are chosen; empty for none. */
  chosen: readonly string[]
  sort?: string
  enabled?: boolean
  /** The select is not required, or the device has rows of its own: a failed call is not reported. */
  quiet?: boolean
}

/** The rows that a person chooses from: those of the list or of the search, and always the chosen ones. */
export function useSearchedRows<R extends RowRoute>(list: ListRoute<ResponseBody<R>>, options: Options<R>) {
  const { read, chosen, sort, enabled = true, quiet = false } = options
  const [one = '', other = ''] = chosen
  const [search, setSearch] = useState('')
  const words = search.trim()
  const query = { limit: maxListed, ...(sort && { sort }), ...(words && { search: words }) }
  const { data, isPlaceholderData } = useRead(list, { query } as unknown as RequestInput<typeof list>, {
    enabled,
    quiet,
  })
  const listed: readonly ResponseBody<R>[] = data?.rows ?? []
  // A row that was chosen from the list stays known when a search replaces the list.
  const [known, setKnown] = useState<readonly ResponseBody<R>[]>([])
  const find = (id: string) => [...listed, ...known].find((row) => row.id === id)
  const isMissing = (id: string) => enabled && id !== '' && data !== undefined && !find(id)
  const ofId = (id: string) =>
    [{ params: { id } } as unknown as RequestInput<R>, { enabled: isMissing(id), quiet: true }] as const
  const reads = [useRead(read, ...ofId(one)).data, useRead(read, ...ofId(other)).data]
  const found = [...new Set([one, other])].flatMap((id) => find(id) ?? reads.find((row) => row?.id === id) ?? [])
  if (found.some((row) => !known.includes(row))) setKnown(found)
  const { total } = data ?? {}
  return {
    rows: [...found.filter(({ id }) => !listed.some((row) => row.id === id)), ...listed],
    /** The number of all rows, undefined until it is loaded; a search does not change it. */
    total: words ? undefined : total,
    /** The id of the row if there is only one, whatever is searched. */
    only: words === '' && total === 1 && !isPlaceholderData ? data?.rows[0]?.id : undefined,
    isLoaded: data !== undefined,
    search: search !== '' || (total ?? 0) > maxListed ? search : undefined,
    setSearch,
  }
}
