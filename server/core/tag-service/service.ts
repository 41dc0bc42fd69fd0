import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen, retry, wrap } from 'cockatiel'
import type { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { growingPauses } from '#server/core/growing-pauses.ts'
import { TagServiceError } from './error.ts'
import { exchange } from './http.ts'
import { parseResponse } from './parse-response.ts'
import { StartedTag, TagData, TagList } from './responses.ts'
import { tokenSource } from './token.ts'

/** The service of temperature tags, a third party. All calls are idempotent, even the start of a tag, so each may be repeated. */
export type TagService = {
  /** Whether a service is configured. */
  readonly isOn: boolean
  /** Tags that record (40) or have stopped (50). */
  startedTags(): Promise<StartedTag[]>
  readTag(tidnfc: string): Promise<TagData>
  /** Starts a tag that a person holds. @throws TagServiceError `unknownTag` if the service cannot start it */
  startTag(tidnfc: string): Promise<StartedTag>
}

const defaults = {
  timeoutMs: 10_000,
  maxBytes: 16 * 1024 * 1024,
  /** Pause before the first and the last repetition. */
  backoffMs: [200, 2_000] as readonly [first: number, last: number],
  /** Failures in a row after which no call is made for `circuitOpenMs`. */
  circuitThreshold: 5,
  circuitOpenMs: 30_000,
}
const repetitions = 2
type Method = 'GET' | 'POST'

/** @param overrides shorter times for tests */
export function openTagService(
  { sensorService: settings }: Pick<Config, 'sensorService'>,
  overrides: Partial<typeof defaults> = {},
): TagService {
  if (!settings) {
    const off = async () => {
      throw new TagServiceError('off', 'No sensor service is configured')
    }
    return { isOn: false, startedTags: off, readTag: off, startTag: off }
  }
  const limits = { ...defaults, ...overrides }
  const base = settings.url.replace(/\/+$/, '')
  const { host } = new URL(base)
  const tokens = tokenSource(new URL(settings.tokenUrl), settings.clientId, settings.clientSecret, limits)
  const policy = wrap(
    retry(
      handleWhen((error) => error instanceof TagServiceError && error.isRepeatable),
      {
        maxAttempts: repetitions,
        backoff: growingPauses(...limits.backoffMs),
      },
    ),
    circuitBreaker(
      handleWhen((error) => error instanceof TagServiceError && error.isOfService),
      { halfOpenAfter: limits.circuitOpenMs, breaker: new ConsecutiveBreaker(limits.circuitThreshold) },
    ),
  )

  async function ask<S extends z.ZodType>(what: string, path: string, schema: S, method: Method = 'GET') {
    try {
      return await policy.execute(() => attempt(what, path, schema, method))
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error
      throw new TagServiceError(
        'unreachable',
        `${what}: no call to ${host}, which failed ${limits.circuitThreshold} times`,
      )
    }
  }

  async function attempt<S extends z.ZodType>(
    what: string,
    path: string,
    schema: S,
    method: Method,
  ): Promise<z.output<S>> {
    const url = new URL(base + path)
    let { status, body } = await send(what, url, method)
    // A token can expire or be revoked before its time: the call is made again with a new one.
    if (isDenied(status)) ({ status, body } = await send(what, url, method))
    if (status === 200) return parseResponse(what, schema, body)
    // A service that only reads tags does not have the call that starts one.
    if (status === 404 || status === 405) throw new TagServiceError('unknownTag', `${what}: ${host} returned ${status}`)
    if (isDenied(status)) throw new TagServiceError('denied', `${what}: ${host} returned ${status} with a new token`)
    throw new TagServiceError('unreachable', `${what}: ${host} returned ${status}`, status >= 500)
  }

  async function send(what: string, url: URL, method: Method) {
    const token = await tokens.current()
    url.searchParams.set('token', token)
    const response = await exchange(what, url, { method, headers: { accept: 'application/json' } }, limits)
    if (isDenied(response.status)) tokens.discard(token)
    return response
  }

  return {
    isOn: true,
    startedTags: async () => (await ask('tag list', '/taglist/search?statuses=40,50', TagList)).taglist,
    readTag: (tidnfc) => ask('tag', `/tag/${encodeURIComponent(tidnfc)}`, TagData),
    startTag: (tidnfc) => ask('start of a tag', `/tag/${encodeURIComponent(tidnfc)}/start`, StartedTag, 'POST'),
  }
}

const isDenied = (status: number) => status === 401 || status === 403
