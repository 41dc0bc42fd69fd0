import {
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
import { notify } from '#client/core/notify.ts'
import { session } from '#client/core/session/session.ts'
import type { RequestInput, ResponseBody, Route } from '#shared/core/api/contract.ts'
import { ApiError, createApi } from './api.ts'
import { sendAuthorized } from './authorized-fetch.ts'
import { showError } from './errors.ts'
import { NetworkError } from './request.ts'

type RequestOptions = { idempotencyKey?: string }
export type Input<R extends Route> = RequestInput<R> & RequestOptions
type QueryMeta = { quiet?: boolean; refresh?: readonly Route[]; done?: string }

declare module '@tanstack/react-query' {
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
      if (meta?.done) notify({ tone: 'success', title: meta.done })
      await refresh(...(meta?.refresh ?? []))
    },
  }),
  defaultOptions: {
    // A mutation without a connection fails immediately instead of waiting in memory.
    mutations: { networkMode: 'always' },
    queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isTransient(error) },
  },
})

/** No answer, or a temporary error of a proxy or an overloaded server: a retry may succeed. */
function isTransient(error: Error): boolean {
  return !(error instanceof ApiError) || (error.status >= 502 && error.status <= 504)
}

/** The key of everything read by a route, or of one reading. */
export function queryKeyOf<R extends Route>(route: R, input?: RequestInput<R>): QueryKey {
  return input && Object.keys(input).length > 0 ? [route.method, route.path, input] : [route.method, route.path]
}

/** Reads again what is on screen of these routes; the rest when it is next shown. */
export async function refresh(...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => refetchActive({ queryKey: queryKeyOf(route) })))
}

/** Reads everything on screen again. */
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

type ReadOptions<R extends Route> = {
  enabled?: boolean
  /** Read again every so many milliseconds, perhaps depending on what was read. */
  every?: number | false | ((last: ResponseBody<R> | undefined) => number | false)
  /** The caller shows the failure itself. */
  quiet?: boolean
}

/** What a route answers to this input, kept fresh; the page before stays on screen while the next one loads. */
export function useRead<R extends Route>(
  route: R,
  input: RequestInput<R>,
  { enabled = true, every = false, quiet = false }: ReadOptions<R> = {},
): UseQueryResult<ResponseBody<R>> {
  const demo = session((state) => state.demo)
  const read = useQuery({
    queryKey: [...queryKeyOf(route, input), ...(demo ? ['demo'] : [])],
    queryFn: () => call(route, input as Input<R>),
    enabled,
    refetchInterval:
      typeof every === 'function' ? ({ state }) => every(state.data as ResponseBody<R> | undefined) : every,
    placeholderData: keepPreviousData,
    meta: { quiet },
  }) as UseQueryResult<ResponseBody<R>>
  return isWaitingForConnection(read) ? ({ ...unreachableResult, refetch: read.refetch } as typeof read) : read
}

/** Without a connection nothing is asked, until there is one: then by itself. Meanwhile the reading says why nothing is there. */
const isWaitingForConnection = ({ isPaused, data, isPlaceholderData }: UseQueryResult): boolean =>
  isPaused && (data === undefined || isPlaceholderData)
const unreachableResult = {
  ...{ data: undefined, error: new NetworkError('There is no connection'), status: 'error', isError: true },
  ...{ isPending: false, isLoading: false, isFetching: false, isSuccess: false },
}

type WriteOptions = {
  /** Routes whose readings are out of date afterwards. */
  refresh?: readonly Route[]
  /** Said in a notification when it worked. */
  done?: string
  /** The caller shows the failure itself. */
  quiet?: boolean
}

/** Calls a route that changes something. `mutateAsync` rejects with `Refused`; the notification is shown already. */
export function useWrite<R extends Route>(
  route: R,
  { refresh = [], done, quiet = false }: WriteOptions = {},
): UseMutationResult<ResponseBody<R>, Error, Input<R>> {
  return useMutation({
    mutationFn: (input: Input<R>) => call(route, input),
    meta: { refresh, quiet, ...(done !== undefined && { done }) },
  })
}
