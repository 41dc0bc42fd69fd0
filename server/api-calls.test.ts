import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callRoute } from './core/test/access-manifest/call-route.ts'
import type { Input } from './core/test/access-manifest/entry.ts'
import { manifest } from './core/test/access-manifest/manifest.ts'
import { apiCalls } from './core/test/api-calls/api-calls.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData, type MerchantData } from './core/test/merchant-data.ts'
import { type OpenApi, openApiText } from './core/test/openapi-text.ts'

type Schemas = { body?: z.ZodType; querystring?: z.ZodType; response?: { 200: z.ZodType } }

let world: TestApp
let admin: Person
let reader: { person: Person; own: MerchantData }
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
  reader = await merchantWithAll()
})
afterAll(() => world.close())

async function merchantWithAll() {
  const person = await world.approvedMerchant({ credit: 100 })
  return { person, own: await createMerchantData(world, person) }
}

/** Routes without an accepted input here, or whose answer does not end. The tests of their domains call them. */
const withoutExample: readonly string[] = [
  'GET /events',
  'POST /auth/refresh',
  'POST /auth/administrator-link',
  'POST /auth/first-password',
  'DELETE /auth/sessions/:id',
  'PUT /user/me/language',
  'POST /oidc/test',
  'POST /oidc/begin',
  'POST /oidc/join',
  'POST /oidc/link',
  'POST /oidc/finish',
  'PUT /review/undo',
  'PUT /customization/host/:id',
  'PUT /support/:id',
  'GET /files/:file',
  'POST /sku/bulk/check',
  'POST /verdict/recall',
  'POST /verdict/recall/:id/undo',
  'POST /logistic/tags',
  'POST /sync/push',
  'POST /sync/push/large',
  'GET /sync/blobs/:sha256',
  'PUT /sync/blobs/:sha256',
  'GET /proof/:address',
  'GET /proof/:address(^[^.]+).ots',
  'GET /proof/:address/payload',
  'GET /proof/:address(^[^.]+).tlog-proof',
  'GET /proof/:address(^[^.]+).zip',
]
const calls = Object.keys(manifest).filter((name) => !withoutExample.includes(name))

/** The schemas that the application registered for a route. */
function schemasOf(name: string): Schemas {
  const route = world.app.routes.find(({ method, url }) => `${method} ${url.replace(/^\/api/, '')}` === name)
  expect(route, name).toBeDefined()
  return (route!.schema ?? {}) as Schemas
}

type Json = { properties?: Record<string, Json>; required?: string[]; type?: string; items?: Json }

/** Paths of the required fields of a payload. */
function requiredFields(schema: z.ZodType | undefined): string[] {
  const within = ({ properties = {}, required = [] }: Json, before = ''): string[] =>
    Object.entries(properties).flatMap(([name, field]) => [
      ...(required.includes(name) ? [`${before}${name}`] : []),
      ...within(field, `${before}${name}.`),
    ])
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  return json.items ? within(json.items, '[].') : within(json)
}

const keysOf = (path: string) => path.replaceAll('[]', '.0').split('.').filter(Boolean)
const valueAt = (value: unknown, path: string) =>
  keysOf(path).reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)

/** A copy without one field, or undefined when the field is absent. */
function without<T>(value: T, path: string): T | undefined {
  if (valueAt(value, path) === undefined) return undefined
  const copy = structuredClone(value)
  const keys = keysOf(path)
  const parent = valueAt(copy, keys.slice(0, -1).join('.')) as Record<string, unknown>
  delete parent[keys.at(-1)!]
  return copy
}

const surplus = 'nobody-asked-for-this'
/** A copy with an unknown field. */
function overfull({ body, query, ...rest }: Input): Input {
  const withSurplus = (value: unknown) => ({ ...(value as object), surplus })
  const full = Array.isArray(body) ? body.map(withSurplus) : body === undefined ? undefined : withSurplus(body)
  return { ...rest, query: { ...query, surplus }, ...(full !== undefined && { body: full }) }
}

/** A caller with access, and an input about resources of the caller. Each writing call gets its own merchant. */
async function prepare(name: string) {
  const { person, own } = name.startsWith('GET') ? reader : await merchantWithAll()
  const { denied, input: example } = manifest[name]!
  const caller = denied === 'open' ? undefined : denied.includes('merchant') ? admin : person
  const input = (await apiCalls[name]?.send?.({ world, own, owner: person })) ?? example?.(own) ?? {}
  return { caller, input }
}

/** The access and the scope of the calls of the OpenAPI document, by their names there. Pages have none. */
const accessOf = Object.fromEntries(
  Object.entries(manifest).map(([name, { access, scope }]) => [
    name
      .replace(' ', ' /api')
      .replace('(^[^.]+)', '')
      .replaceAll(/:(\w+)/g, '{$1}'),
    [access, scope].filter(Boolean).join(' '),
  ]),
)

test('the OpenAPI document equals the snapshot', async () => {
  // After an intended change, run this file with `-u`: it writes the snapshot.
  await expect(openApiText(world.app.swagger() as unknown as OpenApi, accessOf)).toMatchFileSnapshot(
    './openapi.snapshot.txt',
  )
})

describe('every call of the manifest', () => {
  test('has an example, or is one of the routes that exist and have none', () => {
    expect(Object.keys(apiCalls).filter((name) => !calls.includes(name))).toEqual([])
    expect(withoutExample.filter((name) => !manifest[name])).toEqual([])
  })

  test.each(calls)('%s', async (name) => {
    const { caller, input } = await prepare(name)
    const schemas = schemasOf(name)
    for (const [part, schema] of [
      ['body', schemas.body],
      ['query', schemas.querystring],
    ] as const) {
      for (const field of requiredFields(schema)) {
        const rest = without(input[part], field)
        expect([field, rest], `the example of ${name} has ${field}`).not.toEqual([field, undefined])
        const { statusCode, body } = await callRoute(world, name, { ...input, [part]: rest }, caller)
        expect([field, statusCode, JSON.parse(body).error]).toEqual([field, 400, 'core.invalid'])
        const named = JSON.parse(body).details.issues.map(({ path }: { path: string }) => path)
        expect(named).toContain(keysOf(field).join('.'))
      }
    }
    const full = await callRoute(world, name, overfull(input), caller)
    const { isStrict, status = 200 } = apiCalls[name] ?? {}
    if (isStrict) expect([full.statusCode, JSON.parse(full.body).error]).toEqual([400, 'core.invalid'])
    const { statusCode, headers, body } = isStrict ? await callRoute(world, name, input, caller) : full
    expect([statusCode, statusCode === status ? '' : body]).toEqual([status, ''])
    expect(body).not.toContain(surplus)
    const shape = apiCalls[name]?.shape ?? schemas.response?.[200]
    if (!shape) return expect(headers['content-type']).toBeDefined()
    const answer = JSON.parse(body)
    // Exactly the fields of the contract.
    expect(shape.parse(answer)).toEqual(answer)
  })

  test('stores no field that the contract does not contain', async () => {
    const { rows: tables } = await world.database.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const { rows } = await world.database.query(`select from "${name}" t where strpos(t::text, $1) > 0`, [surplus])
      expect([name, rows.length]).toEqual([name, 0])
    }
  })
})
