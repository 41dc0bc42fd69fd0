import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Input } from './core/test/access-manifest/entry.ts'
import { manifest } from './core/test/access-manifest/manifest.ts'
import { apiCalls } from './core/test/api-calls/api-calls.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData, type MerchantData } from './core/test/merchant-data.ts'

/** No input of a caller may cause a server error: each value is accepted, or rejected with a 4xx status. */
const hostile: readonly unknown[] = [
  'a\0b',
  '\ud800',
  'x'.repeat(201),
  'ж'.repeat(20_000),
  2 ** 31,
  2 ** 53,
  -1,
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  253_402_300_799_999,
  ['a', 'b'],
  { a: { b: 'c' } },
  null,
]
/** The same values in the form of an address; a repeated key becomes a list. */
const hostileWords = [
  'a%00b',
  '%ED%A0%80',
  'x'.repeat(201),
  '2147483648',
  '9007199254740993',
  '-1',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-14:00',
  '9999-12-31',
  '0001-01-01',
  '253402300799999',
  '99999999999999999999',
  '%',
]

/**
 * Each place of an input gets every third value, another third than the place before it, so that each kind of field meets each
 * value in some route. With `HOSTILE_VALUES=all` each place gets all.
 */
const step = process.env.HOSTILE_VALUES === 'all' ? 1 : 3
let places = 0
function share<T>(values: readonly T[]): readonly T[] {
  places++
  return values.filter((_, at) => (at + places) % step === 0)
}

let world: TestApp
let owner: Person
let own: MerchantData
beforeAll(async () => {
  world = await testApp()
  await createRecords()
})
afterAll(() => world.close())

/** Whether a call was accepted since the records were created, so that the next route needs new ones. */
let isChanged = false

/**
 * Creates a merchant with one record of every kind. A writing route gets a new one when an earlier one took effect. A rejected
 * call leaves the records as they were.
 */
async function createRecords(): Promise<void> {
  isChanged = false
  owner = await world.approvedMerchant({ credit: 100 })
  own = await createMerchantData(world, owner)
  callers = []
}

type Call = { method: string; url: string; body?: unknown; headers?: Record<string, string> }
const failures: string[] = []
let callers: Person[] = []

/** Each call has its own address, and each account makes few calls: limits would hide the behaviour of the handlers. */
async function send({ method, url, body, headers = {} }: Call, caller: Person | undefined): Promise<void> {
  const answer = await world.app.inject({
    method: method as 'GET',
    url,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    headers: {
      'idempotency-key': randomUUID(),
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  if (answer.statusCode < 400 && method !== 'GET') isChanged = true
  const bodyText = body === undefined ? '' : JSON.stringify(body).slice(0, 300)
  // A busy server responds 503.
  if (answer.statusCode >= 500 && answer.statusCode !== 503)
    failures.push(`${answer.statusCode} ${method} ${url.slice(0, 200)} ${bodyText}`)
}

async function callerOf(name: string): Promise<Person | undefined> {
  const denied = manifest[name]?.denied ?? []
  if (denied === 'open') return undefined
  const role = denied.includes('merchant') ? 'admin' : 'merchant'
  const found = callers.pop()
  if (found && found.role === role) return found
  const make = () =>
    world.signUp({ role, confirmed: true, ...(role === 'merchant' && { merchantId: owner.merchantId! }) })
  const person = await make()
  callers = Array.from({ length: 4 }, () => person)
  return person
}

type Json = { properties?: Record<string, Json>; items?: Json; anyOf?: Json[] }
const jsonOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json

/** Paths in a schema and in an example where a value can be. */
function placesOf(schema: Json, path: (string | number)[] = []): (string | number)[][] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) => placesOf(field, [...path, key])),
    ...(schema.items ? placesOf(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((one) => placesOf(one, path)),
  ]
  return path.length > 0 ? [path, ...inside] : inside
}

function withValue(body: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<string | number, unknown> | unknown[] =
    typeof key === 'number' ? [...(Array.isArray(body) ? body : [])] : { ...(body as object | null) }
  ;(copy as Record<string | number, unknown>)[key] = withValue(
    (copy as Record<string | number, unknown>)[key],
    rest,
    value,
  )
  return copy
}

async function inputOf(name: string): Promise<Input> {
  const send = apiCalls[name]?.send
  if (!send) return manifest[name]?.input?.(own) ?? {}
  // It may change the records to make its input.
  isChanged = true
  return send({ world, own, owner })
}

const encoded = (value: unknown) => encodeURIComponent(String(value))

/** The address of a route with its params, one of them replaced by encoded text. */
function addressOf(path: string, params: Record<string, unknown>, key?: string, word?: string): string {
  return path.replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) =>
    name === key ? word! : encoded(params[name] ?? (name === 'address' ? '0'.repeat(26) : randomUUID())),
  )
}
const keysOfPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, key]) => key!)
const queryText = (query: Record<string, unknown> = {}) =>
  Object.entries(query).map(([key, value]) => `${key}=${encoded(value)}`)

async function sweepAddress(name: string, method: string, path: string, input: Input, fields: readonly string[]) {
  const { params = {}, query, body } = input
  const rest = queryText(query).join('&')
  const call = async (url: string) => send({ method, url, body }, await callerOf(name))
  for (const key of keysOfPath(path)) {
    for (const word of share(hostileWords)) await call(`${addressOf(path, params, key, word)}?${rest}`)
  }
  for (const field of fields) {
    for (const word of share(hostileWords)) await call(`${addressOf(path, params)}?${rest}&${field}=${word}`)
  }
  for (const field of fields) await call(`${addressOf(path, params)}?${rest}&${field}=1&${field}=2`)
}

async function sweepBody(name: string, method: string, path: string, schema: z.ZodType, input: Input) {
  const { params = {}, query, body } = input
  const url = `${addressOf(path, params)}?${queryText(query).join('&')}`
  for (const place of [[], ...placesOf(jsonOf(schema))]) {
    for (const value of share(hostile))
      await send({ method, url, body: withValue(body, place, value) }, await callerOf(name))
  }
}

type Schemas = { body?: z.ZodType; querystring?: z.ZodType }
const routes = Object.keys(manifest).filter((name) => name !== 'GET /events')

describe('hostile input never fails the server', () => {
  test.each(routes)('%s', { timeout: 240_000 }, async (name) => {
    failures.length = 0
    if (!name.startsWith('GET') && isChanged) await createRecords()
    const [method, path] = name.split(' ') as [string, string]
    const route = world.app.routes.find((one) => one.method === method && one.url === `/api${path}`)!
    const { body, querystring } = (route.schema ?? {}) as Schemas
    const input = await inputOf(name)
    const fields = querystring ? Object.keys(jsonOf(querystring).properties ?? {}) : []
    await sweepAddress(name, method, `/api${path}`, input, fields)
    if (body) await sweepBody(name, method, `/api${path}`, body, input)
    expect(failures).toEqual([])
  })

  const pages = [
    '/verify',
    '/verify/go',
    '/verify/preview',
    '/verify/report',
    '/verify/owner',
    '/verify/paper',
    '/V/:code',
    '/v/:code',
    '/:key/01/*',
    '/01/*',
    '/timestamp/:hex',
    '/log/tile/:path',
    '/:page',
  ]
  test.each(pages)('GET %s', async (path) => {
    failures.length = 0
    const fields = ['a', 'p', 'lang', 'theme', 'l', 't', 'to', 'from']
    await sweepAddress(path, 'GET', path, { query: { a: own.codes[0]! } }, fields)
    await sweepAddress(path, 'GET', path, {}, fields)
    expect(failures).toEqual([])
  })
})
