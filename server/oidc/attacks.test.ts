import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { linkedIdentity } from '#server/auth/table.ts'
import { ForbiddenAddressError, openTargets } from '#server/core/network/targets.ts'
import { type Person, type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { oidcContract } from '#shared/oidc/contract.ts'
import { localProviders, openBrowser, saveProvider, type TestBrowser } from './browser.fixture.ts'
import { decryptClientSecret, encryptClientSecret } from './client-secret.ts'
import { guardedFetch, LargeAnswerError } from './guarded-fetch.ts'
import { clientId, clientSecret } from './provider.fixture.ts'
import { startRogueProvider } from './rogue-provider.fixture.ts'

let world: TestApp
let owner: Person
let rogue: Awaited<ReturnType<typeof startRogueProvider>>
let shortName: string
beforeAll(async () => {
  world = await testApp({ config: localProviders })
  owner = await world.confirmedMerchant()
  rogue = await startRogueProvider()
  await saveProvider(world, owner, rogue.issuer)
  shortName = (await world.api(oidcContract, owner).settings()).shortName
  const { rows } = await world.database.query('select id from identity_provider')
  const link = { merchantId: owner.merchantId!, providerId: rows[0].id, accountId: owner.id, issuer: rogue.issuer }
  await world.services.db.system((tx) => tx.insert(linkedIdentity).values({ ...link, subject: 'owner' }))
})
afterEach(() => {
  rogue.configure({})
})
afterAll(async () => {
  await rogue.close()
  await world.close()
})

const begin = async (browser: TestBrowser, organisation = shortName) => {
  const { url } = await browser.api(oidcContract).begin({ body: { organisation } })
  const { state, nonce, code_challenge, redirect_uri } = Object.fromEntries(new URL(url).searchParams)
  return { state: state!, nonce: nonce!, code_challenge, redirect_uri: redirect_uri! }
}
const finish = (browser: TestBrowser, query: Record<string, string>, organisation = owner.merchantId!) =>
  browser.api(oidcContract).finish({ body: { organisation, query: String(new URLSearchParams(query)) } })

/** Signs in with an ID token of these claims. */
async function enter(claims: object, signing: Parameters<typeof rogue.token>[1] = {}, answer: object = {}) {
  const browser = openBrowser(world)
  const { state, nonce } = await begin(browser)
  rogue.token({ sub: 'owner', nonce, ...claims }, signing)
  return finish(browser, { code: 'one', state, ...answer })
}
const code = (name: string) => ({ code: `oidc.${name}` })

describe('a sign-in is refused', () => {
  test('except with the right token, as the other tests change one thing each', async () => {
    expect(await enter({})).toMatchObject({ kind: 'signedIn', session: { user: { id: owner.id } } })
  })

  test('when its state is used again, also after a failure', async () => {
    const browser = openBrowser(world)
    const { state, nonce } = await begin(browser)
    rogue.token({ sub: 'owner', nonce })
    await finish(browser, { code: 'one', state })
    await expect(finish(browser, { code: 'one', state })).rejects.toMatchObject(code('expired'))
    const next = await begin(browser)
    const failed = finish(browser, { error: 'access_denied', state: next.state })
    await expect(failed).rejects.toMatchObject({ ...code('refused'), details: { reason: 'access_denied' } })
    rogue.token({ sub: 'owner', nonce: next.nonce })
    await expect(finish(browser, { code: 'one', state: next.state })).rejects.toMatchObject(code('expired'))
  })

  test('when its state is unknown, missing, late or sent twice', async () => {
    const browser = openBrowser(world)
    for (const query of [{}, { state: '' }, { state: 'A'.repeat(43) }])
      await expect(finish(browser, { code: 'one', ...query })).rejects.toMatchObject(code('expired'))
    const late = await begin(browser)
    await world.database.query(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    await expect(finish(browser, { code: 'one', state: late.state })).rejects.toMatchObject(code('expired'))
    const { state } = await begin(browser)
    const twice = { organisation: owner.merchantId!, query: `code=one&state=${state}&state=other` }
    await expect(browser.api(oidcContract).finish({ body: twice })).rejects.toMatchObject(code('token'))
  })

  test('in another browser than the one in which it was begun', async () => {
    const [victim, attacker] = [openBrowser(world), openBrowser(world)]
    const { state, nonce } = await begin(attacker)
    rogue.token({ sub: 'owner', nonce })
    await expect(finish(victim, { code: 'one', state })).rejects.toMatchObject(code('expired'))
    const mixed = await begin(attacker)
    await begin(victim)
    await expect(finish(victim, { code: 'one', state: mixed.state })).rejects.toMatchObject(code('expired'))
  })

  test('with a code of another session, whose nonce is another one', async () => {
    const other = await begin(openBrowser(world))
    await expect(enter({ nonce: other.nonce })).rejects.toMatchObject({ ...code('claim'), details: { claim: 'nonce' } })
    await expect(enter({ nonce: undefined })).rejects.toMatchObject(code('claim'))
  })

  test('with a token of another issuer or client, a late one, or one without a subject', async () => {
    await expect(enter({ iss: 'https://other.example' })).rejects.toMatchObject(code('token'))
    await expect(enter({ aud: 'another-client' })).rejects.toMatchObject(code('token'))
    await expect(enter({ exp: 1_000 })).rejects.toMatchObject(code('claim'))
    await expect(enter({ sub: undefined })).rejects.toMatchObject({ ...code('claim'), details: { claim: 'sub' } })
  })

  test('with an answer of another issuer, or at the address of another business', async () => {
    await expect(enter({}, {}, { iss: 'https://other.example' })).rejects.toMatchObject(code('token'))
    const stranger = await world.confirmedMerchant()
    await saveProvider(world, stranger, rogue.issuer)
    const browser = openBrowser(world)
    const { state, nonce, redirect_uri } = await begin(browser)
    expect(redirect_uri).toContain(owner.merchantId)
    rogue.token({ sub: 'owner', nonce })
    const elsewhere = finish(browser, { code: 'one', state }, stranger.merchantId!)
    await expect(elsewhere).rejects.toMatchObject(code('expired'))
  })

  test('with a token without a signature, of another key, or signed by the client secret', async () => {
    await expect(enter({}, { alg: 'none' })).rejects.toMatchObject(code('token'))
    await expect(enter({}, { key: rogue.newKeys().privateKey })).rejects.toMatchObject(code('token'))
    await expect(enter({}, { alg: 'HS256' })).rejects.toMatchObject(code('token'))
    const browser = openBrowser(world)
    const { state, nonce } = await begin(browser)
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: rogue.issuer, aud: clientId, iat: now, exp: now + 60, sub: 'owner', nonce }
    const head = [{ alg: 'HS256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const id_token = `${head}.${createHmac('sha256', clientSecret).update(head).digest('base64url')}`
    rogue.answer('/token', { access_token: 'x', token_type: 'Bearer', id_token })
    await expect(finish(browser, { code: 'one', state })).rejects.toMatchObject(code('token'))
  })

  test('for the e-mail address of an account, with a subject that is linked to none', async () => {
    const claims = { sub: 'somebody', email: owner.email, email_verified: true, preferred_username: owner.email }
    await expect(enter(claims)).rejects.toMatchObject(code('unknownPerson'))
    await expect(enter({ sub: 'OWNER' })).rejects.toMatchObject(code('unknownPerson'))
  })

  test('with the same subject at the provider of another business', async () => {
    const stranger = await world.confirmedMerchant()
    await saveProvider(world, stranger, rogue.issuer)
    const { shortName } = await world.api(oidcContract, stranger).settings()
    const browser = openBrowser(world)
    const { state, nonce } = await begin(browser, shortName)
    rogue.token({ sub: 'owner', nonce })
    const entered = finish(browser, { code: 'one', state }, stranger.merchantId!)
    await expect(entered).rejects.toMatchObject(code('unknownPerson'))
  })

  test('when it should link an account that is no longer signed in, or another one', async () => {
    const browser = openBrowser(world)
    const other = await world.confirmedMerchant()
    for (const caller of [undefined, other]) {
      const { url } = await browser.api(oidcContract, owner).link({ body: { password: testPassword } })
      const { state = '', nonce } = Object.fromEntries(new URL(url).searchParams)
      rogue.token({ sub: 'mine', nonce })
      const query = String(new URLSearchParams({ code: 'one', state }))
      const linked = browser.api(oidcContract, caller).finish({ body: { organisation: owner.merchantId!, query } })
      await expect(linked).rejects.toMatchObject(code('otherAccount'))
    }
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
  ])('before it begins, when it should return to %j', async (returnTo) => {
    const begun = openBrowser(world)
      .api(oidcContract)
      .begin({ body: { organisation: shortName, returnTo } })
    await expect(begun).rejects.toMatchObject({ code: 'core.invalid' })
  })
})

describe('a provider', () => {
  const beginning = () => begin(openBrowser(world))

  test('gets a challenge of the verifier, which it does not know, and other values each time', async () => {
    const [one, two] = [await beginning(), await beginning()]
    for (const name of ['state', 'nonce', 'code_challenge'] as const) expect(one[name]).not.toBe(two[name])
    const { rows } = await world.database.query('select data::text, encode(hash, $1) as hash from sign_in_challenge', [
      'base64',
    ])
    expect(JSON.stringify(rows)).not.toContain(one.nonce)
    expect(JSON.stringify(rows)).not.toContain(one.state)
  })

  test('with another name than the configured one is not used', async () => {
    rogue.configure({ issuer: 'https://accounts.example' })
    await expect(beginning()).rejects.toMatchObject({
      ...code('otherIssuer'),
      details: { found: 'https://accounts.example' },
    })
  })

  test.each(['javascript:alert(1)//', 'data:text/html,x', 'http://other.example/authorize'])(
    'cannot send the browser to %s',
    async (authorization_endpoint) => {
      rogue.configure({ authorization_endpoint })
      await expect(beginning()).rejects.toMatchObject(code('noProvider'))
    },
  )

  test('cannot make this server call a private address or one without encryption', async () => {
    for (const token_endpoint of ['http://10.0.0.1/token', 'https://10.0.0.1/token', 'http://169.254.169.254/x']) {
      const browser = openBrowser(world)
      rogue.configure({ token_endpoint })
      const { state } = await begin(browser)
      await expect(finish(browser, { code: 'one', state })).rejects.toMatchObject(code('address'))
    }
  })

  test('that redirects, answers no JSON or 10 MB is no provider', async () => {
    rogue.answerConfiguration((response) => response.writeHead(302, { location: `${rogue.issuer}/other` }).end())
    await expect(beginning()).rejects.toMatchObject(code('noProvider'))
    expect(rogue.calls).not.toContain('/other')
    rogue.answerConfiguration((response) => response.end('<html>'))
    await expect(beginning()).rejects.toMatchObject(code('noProvider'))
    let sent = 0
    rogue.answerConfiguration((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && sent < 10_000_000) {
          sent += 100_000
          if (!response.write('x'.repeat(100_000))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    await expect(beginning()).rejects.toMatchObject(code('noProvider'))
    expect(sent).toBeLessThan(10_000_000)
  })

  test('that does not accept the client is told apart from other failures', async () => {
    const answers = (status: number, body: object) =>
      rogue.answer('/token', (response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    const fail = async () => {
      const browser = openBrowser(world)
      const { state } = await begin(browser)
      return finish(browser, { code: 'one', state })
    }
    answers(401, { error: 'invalid_client', error_description: clientSecret })
    await expect(fail()).rejects.toMatchObject({ ...code('client'), details: { reason: 'invalid_client' } })
    answers(400, { error: 'invalid_grant' })
    await expect(fail()).rejects.toMatchObject({ ...code('code'), details: { reason: 'invalid_grant' } })
    answers(400, { error: '<script>' })
    await expect(fail()).rejects.toMatchObject({ details: { reason: 'error' } })
  })

  test('that is not there is said to be unreachable', async () => {
    const lost = await world.confirmedMerchant()
    await saveProvider(world, lost, 'http://127.0.0.1:4')
    const tested = openBrowser(world).api(oidcContract, lost).test()
    await expect(tested).rejects.toMatchObject({ ...code('unreachable'), details: { host: '127.0.0.1:4' } })
  })
})

describe('a call of a provider', () => {
  const get = (url: string, allowed: string[], ms?: number) =>
    guardedFetch(openTargets({ webhookAllowCidrs: allowed }), ms)(url, {
      ...{ method: 'GET', headers: {}, body: undefined, redirect: 'manual' as const },
    })

  test('ends in time, also when the answer does not end', async () => {
    rogue.answer('/slow', () => undefined)
    rogue.answer('/endless', (response) => void response.writeHead(200).write('{'))
    for (const path of ['/slow', '/endless'])
      await expect(get(`${rogue.issuer}${path}`, ['127.0.0.1'], 200)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('reads a bounded answer, and only where it may', async () => {
    rogue.answer('/large', (response) => void response.end('x'.repeat(300_000)))
    await expect(get(`${rogue.issuer}/large`, ['127.0.0.1'])).rejects.toBeInstanceOf(LargeAnswerError)
    for (const url of [rogue.issuer, 'http://localhost:9', 'http://9.9.9.9', 'https://10.0.0.1'])
      await expect(get(url, []), url).rejects.toBeInstanceOf(ForbiddenAddressError)
  })
})

test('encrypts a secret for one business, with the key of the installation', () => {
  const [config, other] = [{ codeKey: Buffer.alloc(32, 1) }, { codeKey: Buffer.alloc(32, 2) }]
  const stored = encryptClientSecret(config, 'a', clientSecret)
  expect(stored.toString('latin1')).not.toContain(clientSecret)
  expect(stored).not.toEqual(encryptClientSecret(config, 'a', clientSecret))
  expect(decryptClientSecret(config, 'a', stored)).toBe(clientSecret)
  expect(decryptClientSecret(config, 'b', stored)).toBeUndefined()
  expect(decryptClientSecret(other, 'a', stored)).toBeUndefined()
})
