import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldSessions } from '#server/auth/jobs.ts'
import { mailsTo } from '#server/auth/mail.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { maxPasskeys, passkeyContract } from '#shared/auth/passkey/contract.ts'
import { createAuthenticator } from './authenticator.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

const [refused, expired] = [{ code: 'passkey.refused' }, { code: 'passkey.expired' }]
const passkeys = (person?: Person) => world.api(passkeyContract, person)
const begin = (person: Person) => passkeys(person).newOptions({ body: { password: person.password } })

/** Adds a passkey of a new authenticator to an account. */
async function withPasskey(person: Person, counter = 0) {
  const authenticator = createAuthenticator()
  const credential = authenticator.make(await begin(person), counter)
  const made = await passkeys(person).add({ body: { name: 'Key ring', credential } })
  return { authenticator, made, credential }
}
const challenge = async () => (await passkeys().options()).challenge
const enter = (credential: ReturnType<ReturnType<typeof createAuthenticator>['sign']>) =>
  passkeys().signIn({ body: { credential, keep: false } })

test.each(['merchant', 'dealer', 'admin'] as const)(
  'signs in a %s with a passkey, beside the password',
  async (role) => {
    const person = await world.signUp({ role, confirmed: true })
    const { authenticator } = await withPasskey(person)
    const { jwt, user } = await enter(authenticator.sign({ challenge: await challenge() }))
    expect(user.id).toBe(person.id)
    expect((await world.api(authContract, jwt).devices()).filter(({ current }) => current)).toHaveLength(1)
    const [used] = await passkeys(person).list()
    expect(used).toMatchObject({ name: 'Key ring', backedUp: false, lastUsedAt: expect.any(String) })
    await world.api(authContract).signIn({ body: { identifier: person.email, password: person.password } })
    const { rows } = await world.database.query('select action from audit_entry where actor_id = $1 order by seq', [
      person.id,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['auth.addPasskey', 'auth.passkeySignIn', 'auth.signIn'])
  },
)

test('asks the authenticator to store the account and to verify the person', async () => {
  const person = await world.confirmedMerchant()
  const { made, authenticator } = await withPasskey(person)
  const options = await begin(person)
  expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  expect(options.rp.id).toBe('localhost')
  expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
  expect(made.lastUsedAt).toBeNull()
  expect(await passkeys().options()).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
})

test('adds a passkey only with the password, a confirmed email and a free place', async () => {
  const person = await world.confirmedMerchant()
  const wrong = passkeys(person).newOptions({ body: { password: 'Wrong-pass-1' } })
  await expect(wrong).rejects.toMatchObject({
    code: 'auth.wrongOldPassword',
    details: { issues: [{ path: 'password', message: 'The current password is not correct' }] },
  })
  await expect(begin(await world.signUp())).rejects.toMatchObject({ status: 409 })
  const added = createAuthenticator().make(await begin(person))
  await world.database.query(
    `insert into passkey (account_id, credential_id, public_key, counter, transports, name, backed_up)
     select $1, 'filled-' || n, '', 0, '{}', 'x', false from generate_series(1, $2) n`,
    [person.id, maxPasskeys],
  )
  const tooMany = { code: 'passkey.tooMany', details: { max: maxPasskeys } }
  await expect(passkeys(person).add({ body: { name: 'One more', credential: added } })).rejects.toMatchObject(tooMany)
  await expect(begin(person)).rejects.toMatchObject(tooMany)
})

test('refuses passkeys for an account without a password', async () => {
  const person = await world.admin()
  await world.database.query(`update account set password_hash = '!' where id = $1`, [person.id])
  await expect(begin(person)).rejects.toMatchObject({ code: 'passkey.needsPassword' })
})

test('stores a passkey once when the call is repeated, and none of another account or origin', async () => {
  const person = await world.confirmedMerchant()
  const { made, credential } = await withPasskey(person)
  const body = { name: 'Again', credential }
  expect(await passkeys(person).add({ body })).toEqual(made)
  const other = await world.confirmedMerchant()
  await expect(passkeys(other).add({ body })).rejects.toMatchObject(expired)
  const options = await begin(person)
  const bad = [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }]
  for (const page of bad) {
    const fresh = { ...(await begin(person)), ...page }
    const made = passkeys(person).add({ body: { name: 'x', credential: createAuthenticator().make(fresh) } })
    await expect(made).rejects.toMatchObject({ code: 'passkey.notAdded' })
  }
  const stolen = passkeys(other).add({ body: { name: 'x', credential: createAuthenticator().make(options) } })
  await expect(stolen).rejects.toMatchObject(expired)
})

test('accepts each challenge once and for ten minutes, also when the answer was refused', async () => {
  const person = await world.confirmedMerchant()
  const { authenticator } = await withPasskey(person)
  const used = authenticator.sign({ challenge: await challenge() })
  await enter(used)
  await expect(enter(used)).rejects.toMatchObject(expired)
  const tried = await challenge()
  await expect(enter(authenticator.sign({ challenge: tried, verified: false }))).rejects.toMatchObject(refused)
  await expect(enter(authenticator.sign({ challenge: tried }))).rejects.toMatchObject(expired)
  const late = await challenge()
  await world.database.query(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
  await expect(enter(authenticator.sign({ challenge: late }))).rejects.toMatchObject(expired)
  const forOther = (await begin(person)).challenge
  await expect(enter(authenticator.sign({ challenge: forOther }))).rejects.toMatchObject(expired)
  await world.database.query(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
  await deleteOldSessions.run({}, { services: world.services } as never)
  expect((await world.database.query('select from sign_in_challenge')).rows).toHaveLength(0)
})

test('refuses an unknown passkey, another key, origin or owner with one answer', async () => {
  const person = await world.confirmedMerchant()
  const { authenticator } = await withPasskey(person)
  const other = createAuthenticator()
  await expect(enter(other.sign({ challenge: await challenge() }))).rejects.toMatchObject(refused)
  const forged = { ...other.sign({ challenge: await challenge() }), id: authenticator.id, rawId: authenticator.id }
  await expect(enter(forged)).rejects.toMatchObject(refused)
  for (const page of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }]) {
    const signed = authenticator.sign({ challenge: await challenge(), ...page })
    await expect(enter(signed)).rejects.toMatchObject(refused)
  }
  const handle = Buffer.from((await world.confirmedMerchant()).id).toString('base64url')
  await expect(enter(authenticator.sign({ challenge: await challenge() }, 0, handle))).rejects.toMatchObject(refused)
})

test('refuses a counter that does not rise, because the authenticator was copied', async () => {
  const person = await world.confirmedMerchant()
  const { authenticator } = await withPasskey(person, 5)
  await enter(authenticator.sign({ challenge: await challenge() }, 7))
  for (const counter of [7, 6, 0]) {
    const signed = authenticator.sign({ challenge: await challenge() }, counter)
    await expect(enter(signed)).rejects.toMatchObject(refused)
  }
  await enter(authenticator.sign({ challenge: await challenge() }, 8))
})

test('refuses a blocked account, and says which one, so that its device finds unsent work', async () => {
  const person = await world.confirmedMerchant()
  const { authenticator } = await withPasskey(person)
  await world.database.query('update account set blocked = true where id = $1', [person.id])
  const { id: userId, merchantId } = person
  await expect(enter(authenticator.sign({ challenge: await challenge() }))).rejects.toMatchObject({
    code: 'auth.blocked',
    details: { userId, merchantId },
  })
})

test('renames and removes only own passkeys, and mails the owner when one is added or removed', async () => {
  const person = await world.confirmedMerchant()
  const { made, authenticator } = await withPasskey(person)
  const params = { id: made.id }
  const stranger = passkeys(await world.confirmedMerchant())
  const notFound = { status: 404, code: 'passkey.notFound' }
  await expect(stranger.rename({ params, body: { name: 'Mine' } })).rejects.toMatchObject(notFound)
  await expect(stranger.remove({ params })).rejects.toMatchObject(notFound)
  expect(await passkeys(person).rename({ params, body: { name: 'Blue key' } })).toMatchObject({ name: 'Blue key' })
  await passkeys(person).remove({ params })
  await expect(passkeys(person).remove({ params })).rejects.toMatchObject(notFound)
  await expect(enter(authenticator.sign({ challenge: await challenge() }))).rejects.toMatchObject(refused)
  const [removed, added] = await mailsTo(world, person.email)
  expect(added).toMatchObject({ subject: 'A passkey was added to your Assay account' })
  expect(added!.text).toContain('“Key ring”')
  expect(removed).toMatchObject({ subject: 'A passkey was removed from your Assay account' })
  expect(removed!.text).toContain('“Blue key”')
})
