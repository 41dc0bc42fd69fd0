import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { deleteOldSessions } from './jobs.ts'
import { mailedToken, mailsTo, waitForMailJobs } from './mail.fixture.ts'
import { issueLink } from './mail-link.ts'
import { addMerchant } from './service.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

const registration = (email: string, businessName = 'Highland Tea') => ({
  email,
  password: testPassword,
  passwordConfirm: testPassword,
  businessName,
})

function claimsOf(jwt: string) {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
}

test('returns a token with e-mail, merchant and flags when a user registers [AU02 AU06]', async () => {
  const api = world.api(authContract)
  const { jwt, user } = await api.register({ body: registration('ada@example.com') })
  expect(claimsOf(jwt)).toMatchObject({ email: 'ada@example.com', isAdmin: false, emailConfirmed: false })
  expect(user.role).toEqual({ type: 'merchant', description: 'Highland Tea', merchant_code: 'highland-tea' })
  const second = await api.register({ body: registration('bob@example.com') })
  expect(second.user.role.merchant_code).toMatch(/^highland-tea-\d{6}$/)
})

test('assigns a merchant code once when it is drawn twice [AU02]', async () => {
  const numbers = [111111, 222222]
  const next = (taken: number) => () => numbers[Math.min(taken++, 1)]!
  const codes: string[] = []
  for (let n = 0; n < 3; n++) {
    await world.services.db.system(async (tx) => {
      const made = await addMerchant(tx, 'Drawn Twice', { name: 'Drawn Twice', country: 'my' }, next(0))
      codes.push(made.code)
    })
  }
  expect(codes).toEqual(['drawn-twice', 'drawn-twice-111111', 'drawn-twice-222222'])
})

test('assigns different merchant codes when merchants of one name register at the same time [AU02]', async () => {
  const api = world.api(authContract)
  const made = await Promise.all(
    ['cy', 'di', 'ed', 'fay'].map((name) => api.register({ body: registration(`${name}@example.com`, 'Same Time') })),
  )
  expect(new Set(made.map(({ user }) => user.role.merchant_code)).size).toBe(4)
})

test('reports weak passwords and mismatches at their fields [AU02]', async () => {
  const api = world.api(authContract)
  const weak = { ...registration('weak@example.com'), password: 'short', passwordConfirm: 'other' }
  await expect(api.register({ body: weak })).rejects.toMatchObject({
    status: 400,
    details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'password' })]) },
  })
})

test('reads the account with its merchant once when a user signs in [AU01]', async () => {
  const { email, password } = await world.confirmedMerchant()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await world.api(authContract).signIn({ body: { identifier: email, password } })
  const statements = query.mock.calls.map((call) => JSON.stringify(call))
  query.mockRestore()
  expect(statements.filter((text) => text.includes('left join \\"merchant\\"'))).toHaveLength(1)
})

test('signs in by e-mail, and responds to unknown accounts and wrong passwords alike [AU01]', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(authContract)
  const { jwt } = await api.signIn({ body: { identifier: person.email.toUpperCase(), password: person.password } })
  expect((await world.api(authContract, jwt).me()).email).toBe(person.email)
  const wrong = { code: 'auth.wrong', status: 400 }
  await expect(api.signIn({ body: { identifier: person.email, password: 'Wrong-pass-1' } })).rejects.toMatchObject(
    wrong,
  )
  await expect(api.signIn({ body: { identifier: 'no@example.com', password: 'Wrong-pass-1' } })).rejects.toMatchObject(
    wrong,
  )
})

test('signs in with a password whose letters another keyboard composes differently [AU01 AU04]', async () => {
  const api = world.api(authContract)
  const [first, second] = ['Žluťoučký1!', ' Kräuter 9! ']
  const fields = { ...registration('composed@example.com'), password: first, passwordConfirm: first.normalize('NFD') }
  await api.register({ body: fields })
  const signIn = (password: string) => api.signIn({ body: { identifier: 'composed@example.com', password } })
  for (const form of ['NFC', 'NFD']) await signIn(first.normalize(form))
  const own = world.api(authContract, (await signIn(first)).jwt)
  const change = { oldPassword: first.normalize('NFD'), newPassword: second, newPasswordConfirm: second }
  await own.changePassword({ body: change })
  await signIn(second.normalize('NFD'))
  await expect(signIn(second.trim())).rejects.toMatchObject({ code: 'auth.wrong' })
})

test('confirms an e-mail by its link, responds alike when reopened, and adds it to the next token [AU03]', async () => {
  const api = world.api(authContract)
  const email = 'carol@example.com'
  await api.register({ body: registration(email, 'Carol Co') })
  const confirmation = await mailedToken(world, email)
  // A mail scanner may open the link before the person does.
  for (const _ of ['scanner', 'person'])
    expect(await api.confirmEmail({ query: { confirmation } })).toEqual({ ok: true })
  const { jwt } = await api.signIn({ body: { identifier: email, password: testPassword } })
  expect(claimsOf(jwt).emailConfirmed).toBe(true)
})

test('responds equally for any e-mail when a link is requested again, and mails at most 3 an hour [AU03]', async () => {
  const api = world.api(authContract)
  const email = 'dan@example.com'
  await api.register({ body: registration(email, 'Dan Co') })
  for (let i = 0; i < 4; i++) await api.sendConfirmation({ query: { email } })
  expect(await api.sendConfirmation({ query: { email: 'nobody@example.com' } })).toEqual({ ok: true })
  expect(await mailsTo(world, email)).toHaveLength(3)
  expect(await mailsTo(world, 'nobody@example.com')).toEqual([])
})

test('issues at most three links an hour for concurrent requests [AU03]', async () => {
  const person = await world.confirmedMerchant()
  const issue = () => world.services.db.system((tx) => issueLink(tx, person.id, 'reset'))
  const links = await Promise.all(Array.from({ length: 8 }, issue))
  expect(links.filter(Boolean)).toHaveLength(3)
})

test('sets the password by a reset link once, and ends every session [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(authContract)
  await api.forgotPassword({ body: { email: person.email } })
  const code = await mailedToken(world, person.email)
  const body = { password: 'Brand-new-pass-2', passwordConfirmation: 'Brand-new-pass-2', code }
  await api.resetPassword({ body })
  await expect(api.resetPassword({ body })).rejects.toMatchObject({ code: 'auth.usedLink' })
  await expect(world.api(authContract, person).me()).rejects.toMatchObject({ status: 401 })
  await api.signIn({ body: { identifier: person.email, password: 'Brand-new-pass-2' } })
})

test('revokes a reset link when a newer one is requested or the password changes [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(authContract)
  const link = async () => {
    await world.database.query('delete from mail_message where to_address = $1', [person.email])
    await api.forgotPassword({ body: { email: person.email } })
    return mailedToken(world, person.email)
  }
  const password = 'Brand-new-pass-2'
  const reset = (code: string) => api.resetPassword({ body: { password, passwordConfirmation: password, code } })
  const bad = { code: 'auth.usedLink' }
  const older = await link()
  const newer = await link()
  await expect(reset(older)).rejects.toMatchObject(bad)
  const change = { oldPassword: person.password, newPassword: 'Another-pass-3', newPasswordConfirm: 'Another-pass-3' }
  await world.api(authContract, person).changePassword({ body: change })
  await expect(reset(newer)).rejects.toMatchObject(bad)
  await reset(await link())
})

test('responds equally for known and unknown e-mails, and mails a reset link to known ones only [AU04]', async () => {
  const { email } = await world.confirmedMerchant()
  const requestReset = (address: string) =>
    world.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: address } })
  const [known, unknown] = [await requestReset(email), await requestReset('nobody-at-all@example.com')]
  expect([known.statusCode, known.body]).toEqual([200, unknown.body])
  expect(unknown.statusCode).toBe(200)
  expect(await mailsTo(world, email)).toHaveLength(1)
  expect(await mailsTo(world, 'nobody-at-all@example.com')).toEqual([])
})

test('links are stored only as hashes, expire, and work only for their own kind [AU03 AU04]', async () => {
  const { email } = await world.signUp()
  const api = world.api(authContract)
  await api.forgotPassword({ body: { email } })
  const code = await mailedToken(world, email)
  const body = { password: 'Brand-new-pass-2', passwordConfirmation: 'Brand-new-pass-2', code }
  const { rows } = await world.database.query(
    `select t.hash, t::text as whole from account_token t join account a on a.id = account_id where a.email = $1`,
    [email],
  )
  expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(code).digest()])
  expect(rows[0].whole).not.toContain(code)
  const bad = { code: 'auth.badLink' }
  await expect(api.confirmEmail({ query: { confirmation: code } })).rejects.toMatchObject(bad)
  await expect(api.administratorLink({ body: { token: code } })).rejects.toMatchObject(bad)
  await world.database.query('update account_token set expires_at = now() where hash = $1', [rows[0].hash])
  await expect(api.resetPassword({ body })).rejects.toMatchObject(bad)
})

test('deletes the links that expired a month ago [AU04]', async () => {
  const [old, recent] = [await world.signUp(), await world.signUp()]
  for (const { email } of [old, recent]) await world.api(authContract).forgotPassword({ body: { email } })
  await waitForMailJobs(world)
  await world.database.query(
    `update account_token set expires_at = now() - case account_id when $1 then interval '31 days' else interval '29 days' end
     where account_id = any($2)`,
    [old.id, [old.id, recent.id]],
  )
  const { services } = world
  const context = { services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: '' }
  await deleteOldSessions.run({}, context)
  const { rows } = await world.database.query('select account_id from account_token where account_id = any($1)', [
    [old.id, recent.id],
  ])
  expect(rows).toEqual([{ account_id: recent.id }])
})

test('requires the current password for a change, and keeps the session [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(authContract, person)
  const change = { newPassword: 'Another-pass-3', newPasswordConfirm: 'Another-pass-3' }
  await expect(ownApi.changePassword({ body: { ...change, oldPassword: 'Nope-nope-1' } })).rejects.toMatchObject({
    code: 'auth.wrongOldPassword',
  })
  const { jwt } = await ownApi.changePassword({ body: { ...change, oldPassword: person.password } })
  expect((await world.api(authContract, jwt).me()).email).toBe(person.email)
  await expect(ownApi.me()).rejects.toMatchObject({ status: 401 })
})

test('stores the chosen language [SH10]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(authContract, person)
  await ownApi.setLanguage({ body: { language: 'ruRU' } })
  expect((await ownApi.me()).language).toBe('ruRU')
})
