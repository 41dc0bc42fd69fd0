import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callRoute } from '#server/core/test/access-manifest/call-route.ts'
import { manifest } from '#server/core/test/access-manifest/manifest.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { allRowsOf, createMerchantData, type MerchantData } from '#server/core/test/merchant-data.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { type KeyScope, scopes } from '#shared/core/api/scopes.ts'
import { omit } from '#shared/core/omit.ts'
import { keyOf } from './key.fixture.ts'

let world: TestApp
let otherData: MerchantData
const keys = {} as Record<KeyScope, string>
beforeAll(async () => {
  world = await testApp()
  otherData = await createMerchantData(world, await world.approvedMerchant({ credit: 100 }))
  const stranger = await world.approvedMerchant({ credit: 100 })
  await createMerchantData(world, stranger)
  for (const scope of scopes) keys[scope] = (await keyOf(world, stranger, [scope])).key
})
afterAll(() => world.close())

const routes = Object.entries(manifest)
const guarded = routes.filter(([, { access }]) => access !== 'public')

async function call(name: string, scope: KeyScope, withIds: boolean) {
  const input = (withIds && manifest[name]!.input?.(otherData)) || {}
  const { statusCode, body } = await callRoute(world, name, input, { token: keys[scope] })
  return { statusCode, body }
}

describe('access of API keys', () => {
  test('is what the contract of each route says', () => {
    const served = world.app.routes.flatMap(({ method, url, config }) =>
      [method].flat().map((one) => [`${one} ${url.replace(/^\/api/, '')}`, config?.scope] as const),
    )
    const calls = served.filter(([name]) => manifest[name])
    expect(calls).toHaveLength(routes.length)
    for (const [name, scope] of calls) expect([name, scope]).toEqual([name, manifest[name]!.scope])
  })

  /** A partner's key may write events and see what became of them, but not read those of others. */
  const ownCaptures = ['GET /epcis/capture', 'GET /epcis/capture/:id']

  test('gives scopes only to routes of merchants, `read` to reading ones and `write` to others', () => {
    for (const [name, { scope, access }] of routes.filter(([, route]) => route.scope)) {
      expect([name, access !== 'public' && hasAccess(access, 'merchant')]).toEqual([name, true])
      expect([name, scope!.endsWith(':read')]).toEqual([name, name.startsWith('GET ') && !ownCaptures.includes(name)])
      expect(name).not.toMatch(
        / \/(user|auth|keys|billing|plan|merchant|sync|review|retention|audit|notification|support)\b/,
      )
    }
  })

  test.each(scopes)('a key with %s reaches the routes of this scope, and gets 403 on all others', async (scope) => {
    for (const [name, route] of guarded) {
      const { statusCode, body } = await call(name, scope, false)
      if (route.scope === scope) expect([name, [401, 403].includes(statusCode)]).toEqual([name, false])
      else {
        const error = route.scope ? 'core.scopeMissing' : 'core.notForKeys'
        expect([name, statusCode, JSON.parse(body).error]).toEqual([name, 403, error])
      }
    }
  })

  test('reveals and changes no data when a key sends the ids of another merchant', async () => {
    const before = await allRowsOf(world, otherData.merchantId)
    const { codes, merchantId, ...ids } = omit(otherData, 'document')
    const secrets = [`of ${merchantId}`, ...codes.map((code) => code.slice(-42)), ...Object.values(ids)]
    for (const [name, { scope, foreign, input }] of guarded) {
      if (!scope || foreign === 'own') continue
      const { statusCode, body } = await call(name, scope, true)
      expect([name, statusCode]).toEqual([name, foreign === 'nothing' ? 200 : foreign])
      const sent = JSON.stringify(input?.(otherData) ?? {})
      for (const secret of secrets)
        if (!sent.includes(secret)) expect([name, body]).not.toEqual([name, expect.stringContaining(secret)])
    }
    expect(await allRowsOf(world, merchantId)).toEqual(before)
  })

  test('answers public routes as without a key, whether it is valid or not', async () => {
    const url = '/api/tag/verify?a=wrong'
    const answers = [undefined, keys['sku:read'], 'assay_wrong'].map(async (key) => {
      const { statusCode, headers } = await world.app.inject({
        url,
        ...(key && { headers: { authorization: `Bearer ${key}` } }),
      })
      return [statusCode, headers.ratelimit]
    })
    const [first, ...others] = await Promise.all(answers)
    expect(others).toEqual([first, first])
  })
})
