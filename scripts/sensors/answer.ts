import { type EmbeddedTag, type TagStore, viewTag } from './tag-store.ts'
import { isTagKind } from './temperature.ts'
import { type Credentials, hasCredentials, type Tokens } from './tokens.ts'

/** A failure that tests switch on. It lasts for `times` calls of the data; 0 lasts until it is switched off. */
const tagFaults = ['none', '401', '403', '404', '500', 'garbage', 'invalid', 'huge', 'hang', 'closed'] as const
export type TagFault = (typeof tagFaults)[number]
type TagRequest = { method: string; url: URL; authorization: string | undefined; body: string }
/** `hang` and `closed`: no response; the socket stays open, or is closed. */
type TagResponse = { status: number; body: string } | 'hang' | 'closed'

export type ServedTags = {
  store: TagStore
  tokens: Tokens
  credentials: Credentials
  fault: { kind: TagFault; times: number }
  /** Epoch seconds. */
  now(): number
  /** Calls of the data so far. */
  calls: number
}

const json = (status: number, body: unknown): TagResponse => ({ status, body: JSON.stringify(body) })
const denied = (status: 401 | 403) => json(status, { message: 'The token is not valid' })
const hugeBytes = 64 * 1024 * 1024

export function handleTagRequest(service: ServedTags, call: TagRequest): TagResponse {
  const { pathname, searchParams } = call.url
  if (pathname === '/token' || pathname === '/fault') {
    if (!hasCredentials(call.authorization, service.credentials)) return json(401, { error: 'invalid_client' })
    return pathname === '/token' ? issueToken(service, call) : switchFault(service, call)
  }
  service.calls++
  const failed = failure(service)
  if (failed) return failed
  const now = service.now()
  if (!service.tokens.isValid(searchParams.get('token'), now)) return denied(401)
  if (call.method === 'GET' && pathname === '/taglist/search') {
    const statuses = (searchParams.get('statuses') ?? '').split(',').map(Number)
    const taglist = service.store
      .withStatus(statuses, now)
      .map(({ tidnfc, startedAt, status }) => ({ tidnfc, tagstarttime: startedAt, status }))
    return json(200, { taglist })
  }
  const [, id, isStart] = /^\/tag\/([^/]+)(\/start)?$/.exec(pathname) ?? []
  if (id === undefined) return json(404, { message: 'Not found' })
  const tidnfc = decodeURIComponent(id)
  if (isStart) return startTag(service, tidnfc, call)
  const tag = service.store.find(tidnfc)
  return tag ? json(200, viewTag(tag, now)) : json(404, { message: 'No such tag' })
}

/** OAuth 2.0 with client credentials (RFC 6749, section 4.4). */
function issueToken({ tokens, now }: ServedTags, { method, body }: TagRequest): TagResponse {
  const isGrant = method === 'POST' && new URLSearchParams(body).get('grant_type') === 'client_credentials'
  return isGrant ? json(200, tokens.issue(now())) : json(400, { error: 'unsupported_grant_type' })
}

function switchFault(service: ServedTags, { body }: TagRequest): TagResponse {
  const { kind, times } = JSON.parse(body) as Partial<ServedTags['fault']>
  if (!kind || !tagFaults.includes(kind)) return json(400, { message: `kind must be one of ${tagFaults.join(', ')}` })
  service.fault = { kind, times: times ?? 0 }
  return json(200, service.fault)
}

/** A phone starts a tag; one that records already stays as it is. The times are the present, unless a test names others. */
function startTag({ store, now }: ServedTags, tidnfc: string, { method, body }: TagRequest): TagResponse {
  if (method !== 'POST') return json(404, { message: 'Not found' })
  const given = JSON.parse(body || '{}') as Partial<EmbeddedTag>
  const { kind, startedAt = now(), stoppedAt = null } = given
  const recording = store.withStatus([40], now()).find((tag) => tag.tidnfc === tidnfc)
  const tag = { tidnfc, kind: isTagKind(kind) ? kind : 'chilled', startedAt, stoppedAt } as const
  if (!recording || given.startedAt !== undefined) store.put(tag)
  const { startedAt: tagstarttime } = store.find(tidnfc)!
  return json(200, { tidnfc, tagstarttime, status: 40 })
}

function failure(service: ServedTags): TagResponse | undefined {
  const { kind, times } = service.fault
  if (kind === 'none') return undefined
  if (times > 0) service.fault = times === 1 ? { kind: 'none', times: 0 } : { kind, times: times - 1 }
  if (kind === 'hang' || kind === 'closed') return kind
  if (kind === '401' || kind === '403') return denied(Number(kind) as 401 | 403)
  if (kind === '404' || kind === '500') return json(Number(kind), { message: 'Failed' })
  if (kind === 'huge') return { status: 200, body: ' '.repeat(hugeBytes) }
  return { status: 200, body: kind === 'garbage' ? '<html>' : '{"tagstarttime":"yesterday","taglist":7}' }
}
