import {
  hashKey,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '#client/core/notify.ts'
import { session } from '#client/core/session/session-state.ts'
import type { RequestInput, ResponseBody, Route } from '#shared/core/api/contract.ts'
import { ApiError, createApi } from './api.ts'
import { sendAuthorized } from './authorized-fetch.ts'
import { showError } from './errors.ts'
import { lastStateOf, storeLastState } from './last-state.ts'
import { NetworkError } from './request.ts'

type RequestOptions = { idempotencyKey?: string }
type Input<R extends Route> = RequestInput<R> & RequestOptions
type QueryMeta = { quiet?: boolean; refresh?: readonly Route[]; done?: string }

declare module '@tanstack/react-query' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Register {
    queryMeta: QueryMeta
    mutationMeta: QueryMeta
  }
}

/** The query cache of the console. The key is the route and its input. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => !meta?.quiet && showError(error) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => void (!meta?.quiet && showError(error)),
    async onSuccess(_answer, _input, _result, { meta }) {
      // A write may change the data of other screens, so they refetch theirs when they are shown next, however fresh it is.
      await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
      await refresh(...(meta?.refresh ?? []))
      // The promise of the write, for which forms and dialogs wait, resolves now, too, so that the list already shows the announced change.
      if (meta?.done) notify({ tone: 'success', title: meta.done })
    },
  }),
  defaultOptions: {
    // A mutation without a connection fails immediately instead of waiting in memory.
    mutations: { networkMode: 'always' },
    queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isTransient(error) },
  },
})

/** True without a response, or with a temporary error of a proxy or an overloaded server: a retry may succeed. */
function isTransient(error: Error): boolean {
  return !(error instanceof ApiError) || (error.status >= 502 && error.status <= 504)
}

/** The query key of all queries of a route, or of the query with one input. */
export function queryKeyOf<R extends Route>(route: R, input?: RequestInput<R>): QueryKey {
  return input && Object.keys(input).length > 0 ? [route.method, route.path, input] : [route.method, route.path]
}

/** Refetches the queries of these routes that are on screen. The others are refetched when they are next shown. */
export async function refresh(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => refetchActive({ queryKey: queryKeyOf(route) })))
}

/** Refetches all queries on screen. */
export function refreshAll(): Promise<void> {
  return refetchActive({})
}

async function refetchActive(filters: { queryKey?: QueryKey }): Promise<void> {
  // Cancels a first fetch that started before the change: the library would treat its result as fresh.
  await queryClient.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries(filters)
}

/** Calls a route outside of components. */
export function call<R extends Route>(route: R, input: Input<R>): Promise<ResponseBody<R>> {
  return createApi({ route }, sendAuthorized).route(input as never) as Promise<ResponseBody<R>>
}

/** The query of a read route with one input; the demo has data of its own. */
const readQuery = <R extends Route>(route: R, input: RequestInput<R>, demo: boolean, quiet: boolean) => ({
  queryKey: [...queryKeyOf(route, input), ...(demo ? ['demo'] : [])],
  queryFn: (): Promise<unknown> => call(route, input as Input<R>),
  meta: { quiet },
})

/** Starts a read for the first render of a screen: the `useRead` of the screen then uses the result or waits for it. */
export function preloadRead<R extends Route>(route: R, input: RequestInput<R>): void {
  void queryClient.prefetchQuery(readQuery(route, input, session.getState().demo, true))
}

type ReadOptions<R extends Route> = {
  enabled?: boolean
  /** The refetch interval in ms, which may depend on the last result. */
  every?: number | false | ((last: ResponseBody<R> | undefined) => number | false)
  /** The caller shows the error itself. */
  quiet?: boolean
  /** Keeps the last result on the device under this name, and returns it while the server cannot be reached. */
  keep?: string | undefined
}

/**
 * Calls a read route and keeps the result fresh. The previous page stays on screen while the next one loads, dimmed by
 * `Outdated` of `client/ui/layout/outdated.tsx`.
 */
export function useRead<R extends Route>(
  route: R,
  input: RequestInput<R>,
  options: ReadOptions<R> = {},
): UseQueryResult<ResponseBody<R>> {
  const demo = session((state) => state.demo)
  const read = useReadQuery(readQuery(route, input, demo, options.quiet ?? false), options)
  return useLastState(read as UseQueryResult<ResponseBody<R>>, demo ? undefined : options.keep)
}

function useReadQuery<R extends Route, Data>(
  query: ReturnType<typeof readQuery<R>>,
  { enabled = true, every = false }: ReadOptions<R>,
): UseQueryResult<Data> {
  const read = useQuery({
    ...query,
    enabled,
    refetchInterval:
      typeof every === 'function' ? ({ state }) => every(state.data as ResponseBody<R> | undefined) : every,
    placeholderData: (previous: unknown, before) =>
      before && isSameSubject(before.queryKey, query.queryKey) ? keepPreviousData(previous) : undefined,
  }) as UseQueryResult<Data>
  return isWaitingForConnection(read) ? ({ ...unreachableResult, refetch: read.refetch } as typeof read) : read
}

/** Stores the result of a read, or replaces its failure by the stored one. */
function useLastState<Data>(read: UseQueryResult<Data>, name: string | undefined): UseQueryResult<Data> {
  const { data, dataUpdatedAt, isSuccess, isPlaceholderData } = read
  const isNew = isSuccess && !isPlaceholderData
  useEffect(() => {
    if (name && isNew) storeLastState(name, data, dataUpdatedAt)
  }, [name, isNew, data, dataUpdatedAt])
  if (!name || data !== undefined || !(read.error instanceof NetworkError)) return read
  const last = lastStateOf(name)
  return last ? ({ ...read, ...lastResult, data: last.data, dataUpdatedAt: last.at } as typeof read) : read
}
const lastResult = {
  error: null,
  status: 'success',
  isError: false,
  isSuccess: true,
  isPending: false,
  isLoading: false,
}

/** True if two queries of a route have the same parameters in its path: the data of one record is not shown as another. */
function isSameSubject(before: QueryKey, now: QueryKey): boolean {
  const [params, others] = [before, now].map(([, , input]) => (input as { params?: unknown } | undefined)?.params)
  return hashKey([params]) === hashKey([others])
}

/**
 * Without a connection the query is paused and continues by itself with the next connection. Until then the hook
 * returns a `NetworkError`.
 */
const isWaitingForConnection = ({ isPaused, data, isPlaceholderData }: UseQueryResult): boolean =>
  isPaused && (data === undefined || isPlaceholderData)
const unreachableResult = {
  data: undefined,
  error: new NetworkError('There is no connection'),
  status: 'error',
  isError: true,
  isPending: false,
  isLoading: false,
  isFetching: false,
  isSuccess: false,
}

type WriteOptions = {
  /** Routes whose queries are refetched afterwards. */
  refresh?: readonly Route[]
  /** The text of a notification on success, shown when the queries of `refresh` are up to date. */
  done?: string
  /** The caller shows the error itself. */
  quiet?: boolean
}

/** Calls a route that changes data. `mutateAsync` rejects with `ApiError`, after the notification was shown. */
export function useWrite<R extends Route>(
  route: R,
  { refresh = [], done, quiet = false }: WriteOptions = {},
): UseMutationResult<ResponseBody<R>, Error, Input<R>> {
  return useMutation({
    mutationFn: (input: Input<R>) => call(route, input),
    meta: { refresh, quiet, ...(done !== undefined && { done }) },
  })
}
