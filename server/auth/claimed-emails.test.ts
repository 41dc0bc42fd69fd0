import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { administratorLink } from './administrator.ts'
import { deleteUnverifiedRegistrations } from './jobs.ts'
import { mailedToken, mailsTo, waitForMailJobs } from './mail.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

const otherPassword = 'Another-pass-3'
let companies = 0
const registration = (email: string, password = testPassword) => ({
  email,
  password,
  passwordConfirm: password,
  businessName: `Company ${++companies}`,
})
const open = () => world.api(authContract)
const wrong = { code: 'auth.wrong' }

const accounts = async (email: string) =>
  (await world.database.query('select id, confirmed, holds_email from account where email = $1', [email])).rows

test('creates a separate account and notifies the owner when a taken e-mail registers [AU02]', async () => {
  const owner = await world.confirmedMerchant()
  const { jwt, user } = await open().register({ body: registration(owner.email.toUpperCase(), otherPassword) })
  expect(user.merchantId).not.toBe(owner.merchantId)
  expect(await world.api(authContract, jwt).me()).toMatchObject({ id: user.id, confirmed: false })
  const [takenMail, ...others] = await mailsTo(world, owner.email)
  expect(others).toEqual([])
  expect(takenMail!.subject).toBe('You already have an Assay account')
  expect(takenMail!.text).toContain('/recover-password')
  expect(takenMail!.text).not.toMatch(/Company|confirmation=|code=/)
  await open().sendConfirmation({ query: { email: owner.email } })
  expect((await mailsTo(world, owner.email)).map(({ subject }) => subject)).toEqual([takenMail!.subject])
})

test('keeps accounts of one e-mail separate by password, and sends resets to the holder [AU01 AU04]', async () => {
  const owner = await world.confirmedMerchant()
  const { user } = await open().register({ body: registration(owner.email, otherPassword) })
  const signIn = async (password: string) =>
    (await open().signIn({ body: { identifier: owner.email, password } })).user.id
  expect(await signIn(owner.password)).toBe(owner.id)
  expect(await signIn(otherPassword)).toBe(user.id)
  await expect(signIn('Wrong-pass-1')).rejects.toMatchObject(wrong)
  await open().forgotPassword({ body: { email: owner.email } })
  const code = await mailedToken(world, owner.email)
  const password = 'Brand-new-pass-2'
  await open().resetPassword({ body: { password, passwordConfirmation: password, code } })
  expect(await signIn(password)).toBe(owner.id)
  await expect(signIn(owner.password)).rejects.toMatchObject(wrong)
})

test('signs in to the account with the claimed e-mail on the same device, also after another claim [AU01]', async () => {
  const email = 'claimed-twice@example.com'
  const call = (url: string, payload: object, cookies = {}) =>
    world.app.inject({ method: 'POST', url: `/api${url}`, payload, cookies, remoteAddress: '10.66.1.1' })
  const registered = await call('/merchant/register', registration(email))
  const cookies = Object.fromEntries(registered.cookies.map(({ name, value }) => [name, value]))
  await open().register({ body: registration(email, otherPassword) })
  const signIn = { identifier: email, password: testPassword }
  expect((await call('/auth/local', signIn, cookies)).json().user.id).toBe(registered.json().user.id)
  expect((await call('/auth/local', signIn)).statusCode).toBe(400)
})

test('verifies the first confirmed of several registrations, and notifies the others [AU03]', async () => {
  const email = 'contested@example.com'
  await open().register({ body: registration(email) })
  const first = await mailedToken(world, email)
  await open().register({ body: registration(email, otherPassword) })
  const second = await mailedToken(world, email)
  await open().confirmEmail({ query: { confirmation: second } })
  await expect(open().confirmEmail({ query: { confirmation: first } })).rejects.toMatchObject({
    code: 'auth.emailHeld',
    status: 409,
  })
  expect((await accounts(email)).filter(({ confirmed, holds_email }) => confirmed && holds_email)).toHaveLength(1)
  expect((await accounts(email)).filter(({ confirmed, holds_email }) => confirmed || holds_email)).toHaveLength(1)
})

test('mails each claim of the address on request, up to three a day, without a text of the caller [AU03]', async () => {
  const email = 'asked@example.com'
  await open().register({
    body: { ...registration(email), businessName: 'Click https://evil.example', code: 'click-here' },
  })
  await open().register({ body: registration(email) })
  await waitForMailJobs(world)
  await open().sendConfirmation({ query: { email } })
  const mails = await mailsTo(world, email)
  expect(mails).toHaveLength(3)
  for (const { text } of mails) expect(text).not.toMatch(/evil|click|Company/i)
})

test('writes few mails a day to an address, however many calls without a sign-in name it', async () => {
  const owner = await world.confirmedMerchant()
  for (const email of [owner.email, 'stranger@example.com']) {
    for (let n = 0; n < 12; n++) {
      await open()
        .register({ body: registration(email) })
        .catch(() => undefined)
      await open().sendConfirmation({ query: { email } })
      await open()
        .forgotPassword({ body: { email } })
        .catch(() => undefined)
      await open()
        .signIn({ body: { identifier: email, password: 'Wrong-pass-1' } })
        .catch(() => undefined)
    }
  }
  // The owner: one that the address is taken, one about the guesses, and three links to reset the password.
  expect((await mailsTo(world, owner.email)).length).toBeLessThanOrEqual(5)
  expect((await mailsTo(world, 'stranger@example.com')).length).toBeLessThanOrEqual(6)
})

test('allows a claimed e-mail for a new administrator', async () => {
  const email = 'squatted@example.com'
  await open().register({ body: registration(email) })
  const link = await administratorLink(world.services.config, email)
  const { user } = await open().administratorLink({ body: { token: new URL(link).searchParams.get('token')! } })
  expect(user.role.type).toBe('admin')
  const before = (await mailsTo(world, email)).length
  await open().register({ body: registration(email) })
  await open().forgotPassword({ body: { email } })
  expect(await mailsTo(world, email)).toHaveLength(before)
})

test('deletes claims after a week, unless they contain data or a colleague has joined', async () => {
  const email = 'forgotten@example.com'
  const claims = []
  for (let n = 0; n < 4; n++) claims.push((await open().register({ body: registration(email) })).user)
  const [old, owning, withColleague, young] = claims
  await waitForMailJobs(world)
  await world.database.query(
    `insert into business (merchant_id, registration_no, details) values ($1, 'REG-forgotten', '{}')`,
    [owning!.merchantId],
  )
  await world.signUp({ merchantId: withColleague!.merchantId! })
  await world.database.query(
    `update account set created_at = now() - interval '8 days' where email = $1 and id <> $2`,
    [email, young!.id],
  )
  const { services } = world
  const context = { services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: '' }
  await deleteUnverifiedRegistrations.run({}, context)
  const remaining = (await accounts(email)).map(({ id }) => id)
  expect(remaining.sort()).toEqual([owning!.id, withColleague!.id, young!.id].sort())
  const { rowCount } = await world.database.query('select from merchant where id = $1', [old!.merchantId])
  expect(rowCount).toBe(0)
})
