import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, merchantRoles, type Role } from '#shared/core/api/access.ts'
import { omit } from '#shared/core/omit.ts'
import { callRoute } from './core/test/access-manifest/call-route.ts'
import { entries, manifest, roles } from './core/test/access-manifest/manifest.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { allRowsOf, createMerchantData, type MerchantData } from './core/test/merchant-data.ts'

/** Pages and files, the same for all callers. */
const pages = [
  ...[
    '/',
    '/*',
    '/health/live',
    '/health/ready',
    '/health/installation',
    '/mailbox',
    '/mailbox.json',
    '/timestamp/:hex',
  ],
  ...['/log/checkpoint', '/log/tile/*', '/log/policy', '/log/keys', '/log/merchants/:id', '/verify.html'],
  ...[
    '/verify',
    '/verify/go',
    '/verify/preview',
    '/verify/delivery',
    '/verify/report',
    '/verify/open',
    '/verify/claim',
    '/verify/owner',
    '/verify/paper',
    '/V',
    '/v',
    '/V/:code',
    '/:key/01/*',
    '/01',
    '/01/*',
    '/.well-known/gs1resolver',
    '/.well-known/assay-host',
    '/host/ask',
    '/dpp/01/*',
    '/dpp/:merchant/did.json',
    '/dpp/:merchant/status',
    '/v/:code',
  ],
]
const isBuilt = (url: string) => /^\/(assets|images|verify-assets)\/|^\/[\w-]+\.\w+$/.test(url) && !pages.includes(url)

let world: TestApp
let otherData: MerchantData
const callers = {} as Record<Role | 'stranger', Person>
beforeAll(async () => {
  world = await testApp()
  const first = await world.approvedMerchant({ credit: 100 })
  otherData = await createMerchantData(world, first)
  const colleague = (role: Role) => world.signUp({ role, merchantId: first.merchantId!, confirmed: true })
  callers.merchant = await colleague('merchant')
  for (const role of merchantRoles.slice(1)) callers[role] = await colleague(role)
  callers.admin = await world.admin()
  callers.stranger = await world.approvedMerchant({ credit: 100 })
  await createMerchantData(world, callers.stranger)
})
afterAll(() => world.close())

const routes = Object.entries(manifest)
type ManifestRoute = (typeof manifest)[string]

const call = (
  name: string,
  { input }: Pick<ManifestRoute, 'input'>,
  caller: Person | undefined,
  headers: Record<string, string> = {},
) => callRoute(world, name, input?.(otherData) ?? {}, caller, headers)

describe('access of each role [AD06]', () => {
  test('serves every route of the manifest and no other, with its access', () => {
    const served = world.app.routes.flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({ name: `${one} ${url.replace(/^\/api/, '')}`, one, url, config })),
    )
    const calls = served.filter(
      ({ one, url }) => one !== 'HEAD' && url.startsWith('/api/') && !/^\/api\/docs/.test(url),
    )
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(manifest).toSorted())
    const otherPages = served.filter(({ one, url }) => one === 'GET' && !url.startsWith('/api/') && !isBuilt(url))
    expect(pages).toEqual(expect.arrayContaining(otherPages.map(({ url }) => url)))
    for (const { name, config } of calls)
      expect([name, (config as { access: Access }).access]).toEqual([name, manifest[name]!.access])
  })

  test('has only entries of routes, and one for each call with a body that can name resources', () => {
    expect(Object.keys(entries).filter((name) => !manifest[name])).toEqual([])
    expect(routes.filter(([, { foreign }]) => foreign === undefined).map(([name]) => name)).toEqual([])
  })

  test.each(routes.filter(([, { denied }]) => denied !== 'open'))(
    '%s: responds 401 without a session',
    async (name, entry) => {
      const { statusCode, body } = await call(name, entry, undefined)
      expect([statusCode, JSON.parse(body).error]).toEqual([401, 'core.signIn'])
    },
  )

  const limited = routes.flatMap(([name, entry]) =>
    entry.denied === 'open' ? [] : entry.denied.map((role) => [name, role, entry] as const),
  )
  test.each(limited)('%s: responds 403 for %s', async (name, role, entry) => {
    const { statusCode, body } = await call(name, entry, callers[role])
    expect([statusCode, JSON.parse(body).error]).toEqual([403, 'core.denied'])
  })

  // The event stream does not end; events.test.ts covers it.
  const answered = routes.filter(([name, { denied }]) => denied !== 'open' && name !== 'GET /events')
  const welcome = answered.flatMap(([name, { denied }]) =>
    roles.filter((role) => !denied.includes(role)).map((role) => [name, role] as const),
  )
  test.each(welcome)('%s: admits %s', async (name, role) => {
    // With an id that does not exist: the call is accepted and changes no data of the merchant.
    const { statusCode } = await call(name, { input: () => ({}) }, callers[role])
    expect([401, 403]).not.toContain(statusCode)
  })

  test('limits the writing calls of dealers and customer service', () => {
    const writes = (role: Role) =>
      routes
        .filter(([name, { denied }]) => !name.startsWith('GET') && denied !== 'open' && !denied.includes(role))
        .map(([name]) => name)
    const ofEverybody = [
      'POST /auth/change-password',
      'POST /auth/first-password',
      'POST /auth/passkeys/options',
      'POST /auth/passkeys',
      'PUT /auth/passkeys/:id',
      'DELETE /auth/passkeys/:id',
      // Links of the own account, and of it only.
      'POST /oidc/link',
      'DELETE /oidc/link',
      'DELETE /auth/sessions/:id',
      'POST /auth/sessions/end-others',
      'PUT /user/me/language',
      // Each operation in the push is checked by the role, as its own call would be.
      'POST /sync/push',
      'POST /sync/push/large',
      'PUT /notification/read',
      'PUT /notification/settings',
      // Watching the scans of the merchant changes no data.
      'POST /insights/watch',
      // A check changes no data; it is no GET, so that no URL has a scratch code.
      'POST /scratch/check',
      // Views and mails of the own account.
      'POST /insights/view',
      'PUT /insights/view/:id',
      'DELETE /insights/view/:id',
      'PUT /insights/digest',
    ]
    expect(writes('customerservice').toSorted()).toEqual(ofEverybody.toSorted())
    const ofDealers =
      /^\w+ \/(submission|logistic|packages|bindings|sensor\/:id\/log|payloads\/(check|activateBatch\/:id\/retry)|tag\/activate|sync\/blobs)\b/
    const others = writes('dealer').filter((name) => !ofDealers.test(name))
    expect(others.toSorted()).toEqual(ofEverybody.toSorted())
  })

  const openTo = (role: Role) =>
    routes.filter(([, { denied }]) => denied !== 'open' && !denied.includes(role)).map(([name]) => name)

  test('opens everything of the merchant to office except what belongs to owners', () => {
    const ofOwners = openTo('merchant').filter((name) => !openTo('office').includes(name))
    expect(
      ofOwners.filter(
        (name) => !/^\w+ \/(team|oidc\/(provider|test)|keys|billing|invoice|hosts|sync\/devices)\b/.test(name),
      ),
    ).toEqual([])
    expect(openTo('office').filter((name) => !openTo('merchant').includes(name))).toEqual([])
    for (const name of ['GET /team/members', 'POST /keys', 'GET /billing'])
      expect([name, manifest[name]!.denied]).toEqual([name, expect.arrayContaining(['office', 'field'])])
  })

  test('opens to field workers only the own account, goods and the records that they write', () => {
    const ofField =
      /^\w+ \/(auth|oidc\/link|user\/me|events|sync|announcement|support\/contact|sku|section|form|question|submission|logistic|packages|bindings|sensor|payloads|tag|alarm|verdict\/code|scratch\/check)\b/
    expect(openTo('field').filter((name) => !ofField.test(name))).toEqual([])
    expect(openTo('field').filter((name) => !openTo('office').includes(name))).toEqual([])
  })

  test.each(routes.filter(([name]) => !name.startsWith('GET')))('%s: is rejected in demo mode', async (name, entry) => {
    for (const caller of [undefined, callers.merchant, callers.admin]) {
      const { statusCode, body } = await call(name, entry, caller, { 'x-assay-demo': '1' })
      expect([statusCode, JSON.parse(body).error]).toEqual([409, 'core.demo'])
    }
  })

  test('reveals and changes no data when a merchant sends the ids of another merchant', async () => {
    const before = await allRowsOf(world, otherData.merchantId)
    const { codes, merchantId, ...ids } = omit(otherData, 'document')
    // A rejection may repeat the sent values, but must not contain other values.
    const secrets = [`of ${merchantId}`, ...codes.map((code) => code.slice(-42)), ...Object.values(ids)]
    for (const [name, entry] of routes) {
      const { foreign } = entry
      if (foreign === 'own' || foreign === 'open') continue
      const { statusCode, body } = await call(name, entry, callers.stranger)
      expect([name, statusCode]).toEqual([name, foreign === 'nothing' ? 200 : foreign])
      const sent = JSON.stringify(entry.input?.(otherData) ?? {})
      for (const secret of secrets)
        if (!sent.includes(secret)) expect([name, body]).not.toEqual([name, expect.stringContaining(secret)])
    }
    expect(await allRowsOf(world, merchantId)).toEqual(before)
  })
})
