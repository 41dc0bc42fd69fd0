import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { userContract } from '#shared/user/contract.ts'
import { administratorLink } from './administrator.ts'
import { mailsTo } from './mail.fixture.ts'
import { issueLink } from './mail-link.ts'

let world: TestApp
let silent: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
  silent = await testApp({ config: { mail: 'off' } })
})
afterAll(async () => {
  await world.close()
  await silent.close()
})

type Caller = { remoteAddress?: string; headers?: Record<string, string> }

async function statusesOf(caller: Caller): Promise<number[]> {
  const calls = ['/mailbox', '/mailbox.json'].map((url) => world.app.inject({ url, ...caller }))
  return (await Promise.all(calls)).map(({ statusCode }) => statusCode)
}

test('responds to mailbox calls from a local name on this machine, also through a development proxy', async () => {
  for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000'])
    expect(await statusesOf({ headers: { host } })).toEqual([200, 200])
  expect(await statusesOf({ remoteAddress: '::1' })).toEqual([200, 200])
  const headers = { host: 'localhost:5173', 'x-forwarded-for': '::1', 'x-forwarded-host': 'localhost:5173' }
  expect(await statusesOf({ headers })).toEqual([200, 200])
})

test('responds 404 to mailbox calls from other callers, under other names, and forwarded from elsewhere', async () => {
  const callers: Caller[] = [
    { remoteAddress: '10.0.0.9' },
    { remoteAddress: '2001:db8::9' },
    ...['attacker.example', 'localhost.attacker.example', '127.0.0.1.nip.io', '10.0.0.1:3000', '127.0.0.2']
      // DNS rebinding: a page of another host reaches 127.0.0.1 under its own name.
      .map((host) => ({ headers: { host } })),
    { headers: { host: 'localhost', 'x-forwarded-host': 'assay.example' } },
    ...['203.0.113.9', '203.0.113.9, 127.0.0.1', 'unknown'].map((address) => ({
      headers: { host: 'localhost', 'x-forwarded-for': address },
    })),
    ...['forwarded', 'via', 'x-real-ip'].map((name) => ({ headers: { host: 'localhost', [name]: 'for=127.0.0.1' } })),
  ]
  for (const caller of callers) expect([caller, await statusesOf(caller)]).toEqual([caller, [404, 404]])
})

test('responds alike to forgot-password of an administrator, sends no mail, and accepts no reset link', async () => {
  const email = 'ruler@brand.example'
  await administratorLink(world.services.config, email)
  const requestReset = (address: string) =>
    world.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: address } })
  const [administrator, unknown] = [await requestReset(email.toUpperCase()), await requestReset('nobody@brand.example')]
  expect([administrator.statusCode, administrator.body]).toEqual([200, unknown.body])
  expect(await mailsTo(world, email)).toEqual([])

  // A link that was mailed before the account became an administrator's is rejected too.
  const merchant = await world.confirmedMerchant()
  const code = await world.services.db.system((tx) => issueLink(tx, merchant.id, 'reset'))
  await world.database.query(`update account set role = 'admin', merchant_id = null where id = $1`, [merchant.id])
  const body = { password: 'Taken-over-1', passwordConfirmation: 'Taken-over-1', code: code! }
  await expect(world.api(authContract).resetPassword({ body })).rejects.toMatchObject({ code: 'auth.badLink' })
  await world.api(authContract).signIn({ body: { identifier: merchant.email, password: merchant.password } })
})

test('never shows mail of administrators in the mailbox', async () => {
  const merchant = await world.confirmedMerchant()
  await world.api(authContract).forgotPassword({ body: { email: merchant.email } })
  expect(await mailsTo(world, merchant.email)).toHaveLength(1)
  const visibleMails = async () => [
    (await world.app.inject('/mailbox')).body.includes(merchant.email),
    (await world.app.inject('/mailbox.json')).body.includes(merchant.email),
  ]
  expect(await visibleMails()).toEqual([true, true])
  await world.database.query(
    `update account set role = 'admin', merchant_id = null, email = upper(email) where id = $1`,
    [merchant.id],
  )
  expect(await visibleMails()).toEqual([false, false])
})

test('links in mails use PUBLIC_URL for any host header', async () => {
  const { email } = await world.confirmedMerchant()
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email },
    headers: { host: 'attacker.example', 'x-forwarded-host': 'attacker.example', origin: 'http://localhost:3000' },
  })
  expect(answer.statusCode).toBe(200)
  const [mail] = await mailsTo(world, email)
  expect(mail!.text).toContain('http://localhost:3000/reset-password?code=')
  expect(mail!.text).not.toContain('attacker')
})

test('administrators have chosen addresses, and never the address of a business account', async () => {
  const { config } = world.services
  const { email } = await world.confirmedMerchant()
  await expect(administratorLink(config, email.toUpperCase())).rejects.toThrow('belongs to the account of a business')
  await expect(administratorLink(config, 'no address')).rejects.toThrow('not an email address')
  const tokenOf = (link: string) => new URL(link).searchParams.get('token')!
  const [first, second] = [
    await administratorLink(config, 'a@b.example'),
    await administratorLink(config, 'A@b.example'),
  ]
  const enter = (link: string) => world.api(authContract).administratorLink({ body: { token: tokenOf(link) } })
  await expect(enter(first)).rejects.toMatchObject({ code: 'auth.badLink' })
  expect((await enter(second)).user.email).toBe('a@b.example')
})

test('reports that mail is off for each call that requires it, and lets administrators add confirmed users', async () => {
  const api = silent.api(authContract)
  const merchant = await silent.confirmedMerchant()
  const mailOff = { code: 'core.mailOff', status: 409 }
  const passwords = { password: testPassword, passwordConfirm: testPassword }
  for (const email of [merchant.email, 'nobody@brand.example']) {
    await expect(api.forgotPassword({ body: { email } })).rejects.toMatchObject(mailOff)
    await expect(api.sendConfirmation({ query: { email } })).rejects.toMatchObject(mailOff)
    await expect(api.register({ body: { email, ...passwords, businessName: 'Tea' } })).rejects.toMatchObject(mailOff)
  }
  const input = { name: 'Ann', email: 'ann@brand.example', businessName: 'Ann Tea', password: testPassword }
  const added = await silent.api(userContract, await silent.admin()).add({ body: { ...input, role: 'merchant' } })
  expect(added.confirmed).toBe(true)
  expect((await silent.database.query('select from mail_message')).rowCount).toBe(0)
  expect((await silent.app.inject('/mailbox')).statusCode).toBe(404)
})
