import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { merchantRoles, type Role } from '#shared/core/api/access.ts'
import { callRoute } from './core/test/access-manifest/call-route.ts'
import type { Input } from './core/test/access-manifest/entry.ts'
import { manifest } from './core/test/access-manifest/manifest.ts'
import { apiCalls } from './core/test/api-calls/api-calls.ts'
import type { Call } from './core/test/api-calls/entry.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData, type MerchantData } from './core/test/merchant-data.ts'

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

const calls = Object.entries(apiCalls)
const words = (line = '') => line.split(' ').filter(Boolean)
const roles: readonly Role[] = [...merchantRoles, 'admin']

/** The schemas that the application registered for a route. */
function schemasOf(name: string): Schemas {
  const route = world.app.routes.find(({ method, url }) => `${method} ${url.replace(/^\/api/, '')}` === name)
  expect(route, name).toBeDefined()
  return (route!.schema ?? {}) as Schemas
}

type Json = { properties?: Record<string, Json>; required?: string[]; type?: string; items?: Json }

/**
 * The fields of a payload as the table names them. Objects are expanded, lists are not, except a list that is the
 * payload.
 */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const within = ({ properties = {}, required = [] }: Json, before = ''): string[] =>
    Object.entries(properties).flatMap(([name, field]) => [
      `${before}${name}${required.includes(name) ? '!' : ''}`,
      ...within(field, `${before}${name}.`),
    ])
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  return json.items ? within(json.items, '[].') : within(json)
}

const keysOf = (path: string) => path.replace(/!$/, '').replaceAll('[]', '.0').split('.').filter(Boolean)
const valueAt = (value: unknown, path: string) =>
  keysOf(path).reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)

/** A copy without one field, or undefined when the field is absent. */
function without<T>(value: T, path: string): T | undefined {
  if (valueAt(value, path) === undefined) return undefined
  const copy = structuredClone(value)
  const keys = keysOf(path)
  const holder = valueAt(copy, keys.slice(0, -1).join('.')) as Record<string, unknown>
  delete holder[keys.at(-1)!]
  return copy
}

const surplus = 'nobody-asked-for-this'
/** A copy with an unknown field. */
function overfull({ body, query, ...rest }: Input): Input {
  const more = (value: unknown) => ({ ...(value as object), surplus })
  const full = Array.isArray(body) ? body.map(more) : body === undefined ? undefined : more(body)
  return { ...rest, query: { ...query, surplus }, ...(full !== undefined && { body: full }) }
}

/** A caller with the required role and own data. A call that changes data gets its own merchant. */
async function prepare(name: string, call: Call) {
  const { person, own } = name.startsWith('GET') ? reader : await merchantWithAll()
  const caller = call.who === 'anybody' ? undefined : call.who.includes('merchant') ? person : admin
  const input = (await call.send?.({ world, own, owner: person })) ?? manifest[name]!.input?.(own) ?? {}
  return { caller, input }
}

describe('every call of the manifest', () => {
  test('exists for its roles', () => {
    for (const [name, { who }] of calls) {
      const denied = who === 'anybody' ? 'open' : roles.filter((role) => !who.includes(role))
      expect([name, manifest[name]?.denied]).toEqual([name, denied])
    }
  })

  test('accepts exactly the fields of its payload', () => {
    for (const [name, { body, query }] of calls) {
      const schemas = schemasOf(name)
      expect([name, fieldsOf(schemas.body).toSorted()]).toEqual([name, words(body).toSorted()])
      expect([name, fieldsOf(schemas.querystring).toSorted()]).toEqual([name, words(query).toSorted()])
    }
  })

  test.each(calls)('%s', async (name, call) => {
    const { caller, input } = await prepare(name, call)
    for (const part of ['body', 'query'] as const) {
      for (const field of words(call[part]).filter((field) => field.endsWith('!'))) {
        const rest = without(input[part], field)
        expect([field, rest], `the example of ${name} has ${field}`).not.toEqual([field, undefined])
        const { statusCode, body } = await callRoute(world, name, { ...input, [part]: rest }, caller)
        expect([field, statusCode, JSON.parse(body).error]).toEqual([field, 400, 'core.invalid'])
        const named = JSON.parse(body).details.issues.map(({ path }: { path: string }) => path)
        expect(named).toContain(keysOf(field).join('.'))
      }
    }
    const { statusCode, headers, body } = await callRoute(world, name, overfull(input), caller)
    expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, ''])
    expect(body).not.toContain(surplus)
    if (call.answer.includes('/')) return expect(headers['content-type']).toContain(call.answer)
    const answer = JSON.parse(body)
    // Exactly the fields of the contract.
    const shape = call.shape ?? schemasOf(name).response![200]
    expect(shape.parse(answer)).toEqual(answer)
    for (const path of words(call.answer)) expect([path, valueAt(answer, path)]).not.toEqual([path, undefined])
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
