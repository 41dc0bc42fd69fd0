import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, hasAccess, type Role } from '#shared/core/api/access.ts'
import { callRoute } from './core/test/access-manifest/call-route.ts'
import type { Entry } from './core/test/access-manifest/entry.ts'
import { manifest } from './core/test/access-manifest/manifest.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { allRowsOf, createMerchantData, type MerchantData } from './core/test/merchant-data.ts'

/** Pages and files: the same for everybody. */
const pages = [
  ...['/', '/*', '/health/live', '/health/ready', '/mailbox', '/mailbox.json', '/timestamp/:hex'],
  ...[
    '/verify',
    '/verify/go',
    '/verify/preview',
    '/verify/delivery',
    '/verify/report',
    '/verify/paper',
    '/V/:code',
    '/v/:code',
  ],
]
const isBuilt = (url: string) => /^\/(assets|images|verify-assets)\/|^\/[\w-]+\.\w+$/.test(url) && !pages.includes(url)

let world: TestApp
let theirs: MerchantData
const callers = {} as Record<Role | 'stranger', Person>
beforeAll(async () => {
  world = await testApp()
  const first = await world.approvedMerchant({ credit: 100 })
  theirs = await createMerchantData(world, first)
  const colleague = (role: Role) => world.signUp({ role, merchantId: first.merchantId!, confirmed: true })
  callers.merchant = await colleague('merchant')
  callers.dealer = await colleague('dealer')
  callers.customerservice = await colleague('customerservice')
  callers.admin = await world.admin()
  callers.stranger = await world.approvedMerchant({ credit: 100 })
  await createMerchantData(world, callers.stranger)
})
afterAll(() => world.close())

const entries = Object.entries(manifest)
const roles: readonly Role[] = ['merchant', 'dealer', 'customerservice', 'admin']

const call = (name: string, entry: Entry, caller: Person | undefined, headers: Record<string, string> = {}) =>
  callRoute(world, name, entry.input?.(theirs) ?? {}, caller, headers)

describe('AD06 who may call what', () => {
  test('every route of the application stands in the manifest, and the other way round', () => {
    const served = world.app.routes.flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({ name: `${one} ${url.replace(/^\/api/, '')}`, one, url, config })),
    )
    const calls = served.filter(
      ({ one, url }) => one !== 'HEAD' && url.startsWith('/api/') && !/^\/api\/docs/.test(url),
    )
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(manifest).toSorted())
    const rest = served.filter(({ one, url }) => one === 'GET' && !url.startsWith('/api/') && !isBuilt(url))
    expect(pages).toEqual(expect.arrayContaining(rest.map(({ url }) => url)))
    for (const { name, config } of calls) {
      const { access } = config as { access: Access }
      const { denied } = manifest[name]!
      const turnedAway = roles.filter((role) => !hasAccess(access, role))
      expect([name, access === 'public' ? 'open' : turnedAway]).toEqual([name, denied])
    }
  })

  test.each(entries.filter(([, { denied }]) => denied !== 'open'))('%s: 401 without a session', async (name, entry) => {
    const { statusCode, body } = await call(name, entry, undefined)
    expect([statusCode, JSON.parse(body).error]).toEqual([401, 'core.signIn'])
  })

  const limited = entries.flatMap(([name, entry]) =>
    entry.denied === 'open' ? [] : entry.denied.map((role) => [name, role, entry] as const),
  )
  test.each(limited)('%s: 403 for %s', async (name, role, entry) => {
    const { statusCode, body } = await call(name, entry, callers[role])
    expect([statusCode, JSON.parse(body).error]).toEqual([403, 'core.denied'])
  })

  // A stream that goes on; events.test.ts listens to it.
  const answered = entries.filter(([name, { denied }]) => denied !== 'open' && name !== 'GET /events')
  const welcome = answered.flatMap(([name, { denied }]) =>
    roles.filter((role) => !denied.includes(role)).map((role) => [name, role] as const),
  )
  test.each(welcome)('%s: %s is not turned away', async (name, role) => {
    // About nothing that exists: the call is let in and changes nothing of the merchant's.
    const { statusCode } = await call(name, { ...manifest[name]!, input: () => ({}) }, callers[role])
    expect([401, 403]).not.toContain(statusCode)
  })

  test('what dealers and customer service may write', () => {
    const writes = (role: Role) =>
      entries
        .filter(([name, { denied }]) => !name.startsWith('GET') && denied !== 'open' && !denied.includes(role))
        .map(([name]) => name)
    const ofEverybody = [
      'POST /auth/change-password',
      'POST /auth/first-password',
      'DELETE /auth/sessions/:id',
      'POST /auth/sessions/end-others',
      'PUT /user/me/language',
      // Each operation that is sent is judged by the role, as the call of its own would be.
      'POST /sync/push',
    ]
    expect(writes('customerservice').toSorted()).toEqual(ofEverybody.toSorted())
    const ofDealers = /^\w+ \/(submission|logistic|payloads\/check|tag\/activate|sync\/blobs)\b/
    const others = writes('dealer').filter((name) => !ofDealers.test(name))
    expect(others.toSorted()).toEqual(ofEverybody.toSorted())
  })

  test.each(entries.filter(([name]) => !name.startsWith('GET')))('%s: refused in demo mode', async (name, entry) => {
    for (const caller of [undefined, callers.merchant, callers.admin]) {
      const { statusCode, body } = await call(name, entry, caller, { 'x-assay-demo': '1' })
      expect([statusCode, JSON.parse(body).error]).toEqual([409, 'core.demo'])
    }
  })

  test("a merchant that names another's things gets nothing, learns nothing and changes nothing", async () => {
    const before = await allRowsOf(world, theirs.merchantId)
    const { codes, document: _, merchantId, ...ids } = theirs
    // What was sent may come back in the words of a refusal; what was not sent may not.
    const secrets = [`of ${merchantId}`, ...codes.map((code) => code.slice(-42)), ...Object.values(ids)]
    for (const [name, entry] of entries) {
      const { foreign } = entry
      if (foreign === 'own' || foreign === 'open') continue
      const { statusCode, body } = await call(name, entry, callers.stranger)
      expect([name, statusCode]).toEqual([name, foreign === 'nothing' ? 200 : foreign])
      const sent = JSON.stringify(entry.input?.(theirs) ?? {})
      for (const secret of secrets)
        if (!sent.includes(secret)) expect([name, body]).not.toEqual([name, expect.stringContaining(secret)])
    }
    expect(await allRowsOf(world, merchantId)).toEqual(before)
  })
})
