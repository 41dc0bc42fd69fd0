import { useState } from 'react'
import type { z } from 'zod'
import { useRead } from '#client/core/http/query-client.ts'
import type { RequestInput, ResponseBody, Route } from '#shared/core/api/contract.ts'
import type { ById, PageQuery } from '#shared/core/fields/fields.ts'

/** The most rows of one call. Others are found by a search. */
const maxListed = 200

type AnyRow = { id: string }
type ListRoute = Route & { query: z.ZodType<PageQuery>; answer: z.ZodType<{ rows: AnyRow[]; total: number }> }
type RowRoute<R> = Route & { params: typeof ById; answer: z.ZodType<R> }
type RowOf<L extends ListRoute> = ResponseBody<L>['rows'][number]

export type RowSearch = {
  /** The typed words; undefined if the list has no more rows than one call returns. */
  search: string | undefined
  setSearch: (words: string) => void
}

type Options<L extends ListRoute> = {
  /** Reads a chosen row that the list does not contain. */
  read: RowRoute<RowOf<L>>
  /** The ids of at most two rows that are chosen; empty for none. */
  chosen: readonly string[]
  sort?: string
  enabled?: boolean
}

/** The rows that a person chooses from: those of the list or of the search, and always the chosen ones. */
export function useSearchedRows<L extends ListRoute>(list: L, options: Options<L>) {
  const { read, chosen, sort, enabled = true } = options
  const [one = '', other = ''] = chosen
  const [search, setSearch] = useState('')
  const words = search.trim()
  const query = { limit: maxListed, ...(sort && { sort }), ...(words && { search: words }) }
  const { data } = useRead(list, { query } as unknown as RequestInput<L>, { enabled, quiet: true })
  const listed: readonly RowOf<L>[] = (data as { rows: RowOf<L>[] } | undefined)?.rows ?? []
  // A row that was chosen from the list stays known when a search replaces the list.
  const [known, setKnown] = useState<readonly RowOf<L>[]>([])
  const find = (id: string) => [...listed, ...known].find((row) => row.id === id)
  const isMissing = (id: string) => enabled && id !== '' && data !== undefined && !find(id)
  const ofId = (id: string) => [{ params: { id } }, { enabled: isMissing(id), quiet: true }] as const
  const reads = [useRead(read, ...ofId(one)).data, useRead(read, ...ofId(other)).data]
  const found = [one, other].flatMap((id) => find(id) ?? reads.find((row) => row?.id === id) ?? [])
  if (found.some((row) => !known.includes(row))) setKnown(found)
  const { total } = (data as { total: number } | undefined) ?? {}
  return {
    rows: [...found.filter(({ id }) => !listed.some((row) => row.id === id)), ...listed],
    /** The number of all rows, undefined until it is loaded; a search does not change it. */
    total: words ? undefined : total,
    isLoaded: data !== undefined,
    search: search !== '' || (total ?? 0) > maxListed ? search : undefined,
    setSearch,
  }
}
