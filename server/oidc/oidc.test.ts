import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '#server/auth/mail.fixture.ts'
import { type Person, type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { authContract } from '#shared/auth/contract.ts'
import { oidcContract } from '#shared/oidc/contract.ts'
import { teamContract } from '#shared/team/contract.ts'
import { localProviders, openBrowser, saveProvider, type TestBrowser } from './browser.fixture.ts'
import { clientSecret, signInAt, startProvider, type TestProvider } from './provider.fixture.ts'

let world: TestApp
let owner: Person
let provider: TestProvider
let shortName: string
beforeAll(async () => {
  world = await testApp({ config: localProviders })
  await world.work()
  owner = await world.signUp({ confirmed: true, email: 'owner@tea-works.example' })
  const { redirectUrl, ...settings } = await world.api(oidcContract, owner).settings()
  shortName = settings.shortName
  const people = { ana: { name: 'Ana Lim', email: 'owner@tea-works.example' }, bo: {}, cy: { name: 'Cy' }, di: {} }
  provider = await startProvider({ redirectUrl, people })
  await saveProvider(world, owner, provider.issuer)
})
afterAll(async () => {
  await provider.close()
  await world.close()
})

const colleague = (role: 'office' | 'field' | 'dealer' = 'office') =>
  world.signUp({ role, merchantId: owner.merchantId!, confirmed: true })

/** Comes back from the provider as a person. */
async function arrive(browser: TestBrowser, departure: { url: string }, person: string, caller?: Person) {
  const query = await signInAt(departure.url, person)
  return browser.api(oidcContract, caller).finish({ body: { organisation: owner.merchantId!, query } })
}

async function signIn(person: string, { organisation = shortName, keep = false, returnTo = '/' } = {}) {
  const browser = openBrowser(world)
  const departure = await browser.api(oidcContract).begin({ body: { organisation, keep, returnTo } })
  return arrive(browser, departure, person)
}

async function link(account: Person, person: string) {
  const browser = openBrowser(world)
  const departure = await browser.api(oidcContract, account).link({ body: { password: testPassword } })
  return arrive(browser, departure, person, account)
}
const actionsOf = async ({ id }: Person) =>
  (await world.database.query('select action from audit_entry where actor_id = $1 order by seq', [id])).rows.map(
    ({ action }) => action,
  )

describe('a sign-in by the organisation', () => {
  test('links an account in the settings, and signs in with it from then on', async () => {
    const person = await colleague()
    expect(await world.api(oidcContract, person).ownLink()).toMatchObject({ isOffered: true, linkedAt: null })
    expect(await link(person, 'bo')).toEqual({ kind: 'linked' })
    const arrived = await signIn('bo', { returnTo: '/orders?page=2' })
    if (arrived.kind !== 'signedIn') throw new Error(arrived.kind)
    expect(arrived.returnTo).toBe('/orders?page=2')
    expect(arrived.session.user).toMatchObject({ id: person.id, hasPassword: true })
    const devices = await world.api(authContract, arrived.session.jwt).devices()
    expect(devices.filter(({ current }) => current)).toHaveLength(1)
    expect((await world.api(oidcContract, person).ownLink()).lastUsedAt).toEqual(expect.any(String))
    expect(await actionsOf(person)).toEqual(['oidc.link', 'oidc.signIn'])
    expect((await mailsTo(world, person.email))[0]).toMatchObject({
      subject: 'Your Assay account was linked to your organization',
    })
  })

  test('finds the provider by the short name, and by the domain of any address, known or not', async () => {
    const calls = openBrowser(world).api(oidcContract)
    for (const organisation of [shortName, 'nobody@tea-works.example', 'Owner@Tea-Works.example'])
      expect((await calls.begin({ body: { organisation } })).url).toContain(provider.issuer)
    const unknown = { code: 'oidc.unknownOrganisation' }
    const other = await world.confirmedMerchant()
    for (const organisation of ['unknown', 'x@unknown.example', other.email, '%', `${shortName}%`])
      await expect(calls.begin({ body: { organisation } })).rejects.toMatchObject(unknown)
  })

  test('leads no domain of two businesses, so that none can lead the people of the other', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((n) => world.signUp({ confirmed: true, email: `owner-${n}@shared.example` })),
    )
    await saveProvider(world, two!, provider.issuer)
    const begin = (organisation: string) => openBrowser(world).api(oidcContract).begin({ body: { organisation } })
    await expect(begin(one!.email)).rejects.toMatchObject({ code: 'oidc.unknownOrganisation' })
    await world.database.query('update account set confirmed = false where id = $1', [one!.id])
    expect((await begin('x@shared.example')).url).toContain(provider.issuer)
  })

  test('refuses a person who is linked to no account, whatever their e-mail address is', async () => {
    await expect(signIn('ana')).rejects.toMatchObject({ code: 'oidc.unknownPerson' })
  })

  test('refuses blocked and removed accounts, and lets a removed person be invited again', async () => {
    const person = await colleague('field')
    await link(person, 'cy')
    await world.database.query('update account set blocked = true where id = $1', [person.id])
    const blocked = { code: 'auth.blocked', details: { userId: person.id, merchantId: owner.merchantId } }
    await expect(signIn('cy')).rejects.toMatchObject(blocked)
    await world.database.query('update account set blocked = false where id = $1', [person.id])
    await world.api(teamContract, owner).remove({ params: { id: person.id } })
    await expect(signIn('cy')).rejects.toMatchObject(blocked)
    const joined = await join('cy', 'cy@tea-works.example')
    expect(joined).toMatchObject({ kind: 'signedIn', session: { user: { username: 'Cy', hasPassword: false } } })
    expect(await signIn('cy')).toMatchObject({ session: { user: { email: 'cy@tea-works.example' } } })
  })

  test('links a person to one account, and an account to one person', async () => {
    const [first, second] = [await colleague(), await colleague()]
    await link(first, 'di')
    await expect(link(second, 'di')).rejects.toMatchObject({ code: 'oidc.taken' })
    await link(first, 'ana')
    await expect(signIn('di')).rejects.toMatchObject({ code: 'oidc.unknownPerson' })
    expect(await signIn('ana')).toMatchObject({ session: { user: { id: first.id } } })
    await world.api(oidcContract, first).unlink()
    await world.api(oidcContract, first).unlink()
    await expect(signIn('ana')).rejects.toMatchObject({ code: 'oidc.unknownPerson' })
    expect((await mailsTo(world, first.email))[0]!.subject).toContain('no longer linked')
  })

  test('links only with the password, a confirmed email, and an own business with a provider', async () => {
    const wrong = world.api(oidcContract, owner).link({ body: { password: 'Wrong-pass-1' } })
    await expect(wrong).rejects.toMatchObject({ code: 'auth.wrongOldPassword' })
    const body = { password: testPassword }
    const unconfirmed = await world.signUp({ merchantId: owner.merchantId!, confirmed: false })
    await expect(world.api(oidcContract, unconfirmed).link({ body })).rejects.toMatchObject({ status: 409 })
    const stranger = await world.confirmedMerchant()
    await expect(world.api(oidcContract, stranger).link({ body })).rejects.toMatchObject({ code: 'oidc.notFound' })
  })
})

/** Accepts an invitation with the sign-in of the organisation. */
async function join(person: string, email: string, role: 'merchant' | 'office' | 'field' = 'field') {
  await world.api(teamContract, owner).invite({ body: { email, role } })
  const token = await invitedToken(email)
  const browser = openBrowser(world)
  const departure = await browser.api(oidcContract).join({ body: { token, language: 'ruRU' } })
  return arrive(browser, departure, person)
}
async function invitedToken(email: string): Promise<string> {
  await expect.poll(async () => (await writtenMails(world, email)).length, { timeout: 20_000 }).toBe(1)
  return /invitation\?token=([\w-]+)/.exec((await writtenMails(world, email))[0]!.text)![1]!
}

describe('an invitation', () => {
  test('is accepted with the address of the invitation, not that of the provider, and once', async () => {
    await world.database.query('delete from linked_identity')
    const arrived = await join('ana', 'invited@tea-works.example', 'office')
    expect(arrived).toMatchObject({
      session: { user: { email: 'invited@tea-works.example', username: 'Ana Lim', role: { type: 'office' } } },
    })
    const again = join('ana', 'other@tea-works.example')
    await expect(again).rejects.toMatchObject({ code: 'oidc.taken' })
    expect((await world.api(teamContract, owner).invitations({})).rows.map(({ email }) => email)).toEqual([
      'other@tea-works.example',
    ])
  })

  test('opens no account with a password while the business requires the provider', async () => {
    await tryOut('ana')
    await saveProvider(world, owner, provider.issuer, { clientSecret: undefined, isRequired: true })
    const email = 'required@tea-works.example'
    await world.api(teamContract, owner).invite({ body: { email, role: 'field' } })
    const token = await invitedToken(email)
    expect(await world.api(teamContract).open({ body: { token } })).toMatchObject({ signIn: 'organisation' })
    const form = { name: 'Di', password: testPassword, passwordConfirm: testPassword }
    const withPassword = world.api(teamContract).join({ body: { token, ...form } })
    await expect(withPassword).rejects.toMatchObject({ code: 'team.organisationOnly' })
    await saveProvider(world, owner, provider.issuer, { clientSecret: undefined })
    expect(await world.api(teamContract).open({ body: { token } })).toMatchObject({ signIn: 'both' })
  })
})

async function tryOut(person: string) {
  const browser = openBrowser(world)
  const departure = await browser.api(oidcContract, owner).test()
  return arrive(browser, departure, person, owner)
}

describe('the settings', () => {
  test('test the provider without linking, and never show the secret', async () => {
    await world.database.query('delete from linked_identity')
    expect(await tryOut('bo')).toEqual({ kind: 'tested', subject: 'bo', name: null })
    expect(await tryOut('ana')).toEqual({ kind: 'tested', subject: 'ana', name: 'Ana Lim' })
    const settings = await world.api(oidcContract, owner).settings()
    expect(settings).toMatchObject({ linked: 0, provider: { testedAt: expect.any(String) } })
    expect(JSON.stringify(settings)).not.toContain(clientSecret)
    const { rows } = await world.database.query(
      `select p::text || encode(client_secret, 'escape') || (select string_agg(a::text, '') from audit_entry a) as text
       from identity_provider p where merchant_id = $1`,
      [owner.merchantId],
    )
    expect(rows[0]!.text).not.toContain(clientSecret)
  })

  test('require the provider only after a test, of linked colleagues, and never of an owner', async () => {
    await saveProvider(world, owner, provider.issuer)
    const untested = saveProvider(world, owner, provider.issuer, { isRequired: true })
    await expect(untested).rejects.toMatchObject({ code: 'oidc.testFirst' })
    const [linked, free] = [await colleague(), await colleague()]
    await link(linked, 'bo')
    await link(owner, 'ana')
    await tryOut('ana')
    await saveProvider(world, owner, provider.issuer, { clientSecret: undefined, isRequired: true })
    const enter = ({ email }: Person) =>
      world.api(authContract).signIn({ body: { identifier: email, password: testPassword } })
    await expect(enter(linked)).rejects.toMatchObject({ code: 'auth.organisationOnly' })
    await expect(world.api(oidcContract, linked).unlink()).rejects.toMatchObject({ code: 'oidc.required' })
    expect((await enter(owner)).user.id).toBe(owner.id)
    expect((await enter(free)).user.id).toBe(free.id)
    expect(await signIn('bo')).toMatchObject({ kind: 'signedIn' })
    const { notLinked } = await world.api(oidcContract, owner).settings()
    expect(notLinked.map(({ id }) => id)).toContain(free.id)
    expect(notLinked.map(({ id }) => id)).not.toContain(linked.id)
    await saveProvider(world, owner, provider.issuer, { clientSecret: undefined })
    expect((await enter(linked)).user.id).toBe(linked.id)
  })

  test('keep a secret for its issuer only, and unlink all accounts with another issuer', async () => {
    const person = await colleague()
    await world.database.query('delete from linked_identity')
    await link(person, 'di')
    const elsewhere = saveProvider(world, owner, 'https://9.9.9.9', { clientSecret: undefined })
    await expect(elsewhere).rejects.toMatchObject({ code: 'oidc.secretNeeded' })
    expect((await world.api(oidcContract, owner).settings()).linked).toBe(1)
    await saveProvider(world, owner, 'https://9.9.9.9')
    expect((await world.api(oidcContract, owner).settings()).linked).toBe(0)
    await saveProvider(world, owner, provider.issuer)
    await expect(signIn('di')).rejects.toMatchObject({ code: 'oidc.unknownPerson' })
  })

  test('reject addresses that are not encrypted, contain a password or are private', async () => {
    const { api } = world
    const save = (issuer: string) =>
      api(oidcContract, owner).save({ body: { issuer, clientId: 'x', clientSecret: 'y' } })
    for (const issuer of ['http://id.example', 'javascript:alert(1)', 'https://a:b@id.example', 'https://id.example?x'])
      await expect(save(issuer), issuer).rejects.toMatchObject({ code: 'core.invalid' })
    await expect(save('https://10.0.0.1')).rejects.toMatchObject({
      details: { issues: [{ path: 'issuer', message: 'This address is not on the public internet' }] },
    })
  })

  test('are changed by owners only', async () => {
    const { token } = await colleague()
    for (const name of ['settings', 'remove', 'test'] as const)
      await expect(world.api(oidcContract, token)[name]()).rejects.toMatchObject({ status: 403 })
  })

  test('remove the provider, keep the accounts, and mail those without a password', async () => {
    await world.database.query('delete from linked_identity')
    const { session } = (await join('ana', 'no-password@tea-works.example')) as { session: { user: { id: string } } }
    await expect(world.api(oidcContract, owner).settings()).resolves.toMatchObject({
      withoutPassword: expect.arrayContaining([expect.objectContaining({ id: session.user.id })]),
    })
    await world.api(oidcContract, owner).remove()
    await world.api(oidcContract, owner).remove()
    expect(await world.api(oidcContract, owner).settings()).toMatchObject({ provider: null, linked: 0 })
    await expect(signIn('ana')).rejects.toMatchObject({ code: 'oidc.unknownOrganisation' })
    const written = () => writtenMails(world, 'no-password@tea-works.example')
    await expect.poll(async () => (await written()).at(-1)!.subject, { timeout: 20_000 }).toContain('Задайте пароль')
    expect((await written()).at(-1)!.text).toContain('/recover-password')
  })
})
