import { useRead } from '#client/core/http/query-client.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type FoundKind, foundPath, searchContract } from '#shared/search/contract.ts'
import type { SearchableAction, SearchableScreen } from './search-dialog.tsx'

type SearchResult = {
  key: string
  to: string
  kind: FoundKind | 'screen' | 'action'
  name: string
  detail: string
}

/** Shorter texts match too many records. */
const minLetters = 2

/** The screens and actions whose name matches, and the results of the server. Without a query, all actions. */
export function useResults(query: string, screens: readonly SearchableScreen[], actions: readonly SearchableAction[]) {
  const t = useText('search')
  const isAsked = query.length >= minLetters
  const read = useRead(searchContract.find, { query: { q: query } }, { enabled: isAsked, quiet: true })
  const response = isAsked && !read.isPlaceholderData ? read.data : undefined
  const words = query.toLowerCase().split(/\s+/)
  const matches = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const results: SearchResult[] = [
    ...(response?.code ? [codeResult(response.code)] : []),
    ...screens
      .filter(({ label }) => query !== '' && matches(label))
      .map(({ to, label }) => ({ key: to, to, kind: 'screen' as const, name: label, detail: '' })),
    ...actions
      .map(({ action, to }) => ({ key: action, to, kind: 'action' as const, name: t(action), detail: '' }))
      .filter(({ name }) => matches(name)),
    ...(response?.found ?? []).map((one) => ({ ...one, key: one.id, to: foundPath(one) })),
  ]
  return {
    results,
    isLoading: read.isFetching || read.isPlaceholderData,
    isOffline: read.error instanceof NetworkError,
  }
}

const codeResult = (code: string): SearchResult => ({
  // In groups, as on labels.
  key: code,
  kind: 'code',
  name: code.match(/.{1,4}/g)!.join(' '),
  detail: '',
  to: `/code?a=${code}`,
})
