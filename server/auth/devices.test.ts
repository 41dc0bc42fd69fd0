import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, type Send } from '#client/core/http/api.ts'
import { administratorLink } from '#server/auth/administrator.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { authContract, authProblems } from '#shared/auth/contract.ts'
import { userContract } from '#shared/user/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser: it stores its cookies and, like the console, its access token in memory. */
function browser(userAgent: string) {
  const cookies: Record<string, string> = {}
  let token = ''
  const send: Send = async ({ method, url, body, headers }) => {
    const answer = await world.app.inject({
      method,
      url,
      cookies,
      headers: { ...headers, 'user-agent': userAgent, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return { status: answer.statusCode, body: answer.json() }
  }
  const api = createApi(authContract, send)
  const taking = async (session: Promise<{ jwt: string }>) => {
    token = (await session).jwt
  }
  return {
    api,
    signIn: (identifier: string, password: string) => taking(api.signIn({ body: { identifier, password } })),
    goOn: () => taking(api.refresh()),
    changePassword: (oldPassword: string, newPassword: string) =>
      taking(api.changePassword({ body: { oldPassword, newPassword, newPasswordConfirm: newPassword } })),
    firstPassword: (newPassword: string) =>
      taking(api.firstPassword({ body: { newPassword, newPasswordConfirm: newPassword } })),
    arrive: (link: string) =>
      taking(api.administratorLink({ body: { token: new URL(link).searchParams.get('token')! } })),
  }
}

async function twoBrowsers(person: Person) {
  // Deletes the sign-in that created the person's own token.
  await world.database.query('delete from session where account_id = $1', [person.id])
  const [office, phone] = [browser(chrome), browser(firefox)]
  for (const one of [office, phone]) await one.signIn(person.email, person.password)
  return { office, phone }
}
const signedOut = { status: 401 }

test('lists the devices of an account with browser and last use; a refresh adds no device [AU04]', async () => {
  const { office, phone } = await twoBrowsers(await world.confirmedMerchant())
  await office.goOn()
  const devices = await office.api.devices()
  expect(devices.map(({ browser, os, current }) => [browser, os, current])).toEqual([
    ['Chrome', 'Windows', true],
    ['Firefox', 'Linux', false],
  ])
  const [own] = devices
  expect(Date.parse(own!.lastUsedAt)).toBeGreaterThan(Date.parse(own!.startedAt))
  const [latest] = await phone.api.devices()
  expect([latest!.id, latest!.current]).toEqual([own!.id, false])
})

test('signs out one device at once, keeps the others, and never ends the device of another account [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const { office, phone } = await twoBrowsers(person)
  const [other] = (await office.api.devices()).filter(({ current }) => !current)
  const stranger = world.api(authContract, await world.confirmedMerchant())
  const params = { id: other!.id }
  await expect(stranger.endDevice({ params })).rejects.toMatchObject({ code: 'auth.noDevice' })
  await office.api.endDevice({ params })
  await expect(phone.api.me()).rejects.toMatchObject(signedOut)
  await expect(phone.goOn()).rejects.toMatchObject(signedOut)
  await office.goOn()
  expect(await office.api.devices()).toHaveLength(1)
  await expect(office.api.endDevice({ params })).rejects.toMatchObject({ code: 'auth.noDevice' })
})

test('signs out every other device together [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const { office, phone } = await twoBrowsers(person)
  const third = browser('')
  await third.signIn(person.email, person.password)
  await office.api.endOthers()
  for (const one of [phone, third]) await expect(one.goOn()).rejects.toMatchObject(signedOut)
  await office.goOn()
  expect((await office.api.devices()).map(({ current }) => current)).toEqual([true])
})

test('signs out all other devices when the password changes [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const { office, phone } = await twoBrowsers(person)
  await office.changePassword(person.password, 'Another-pass-3')
  await expect(phone.api.me()).rejects.toMatchObject(signedOut)
  await expect(phone.goOn()).rejects.toMatchObject(signedOut)
  expect((await office.api.devices()).map(({ current }) => current)).toEqual([true])
  await office.goOn()
})

test('lets an administrator set the first password once without an old one [AU04]', async () => {
  const link = await administratorLink(world.services.config, 'desk@brand.example')
  const device = browser(chrome)
  await device.arrive(link)
  const { email, hasPassword } = await device.api.me()
  expect(hasPassword).toBe(false)
  for (const password of ['!', 'Correct-horse-1']) {
    await expect(browser('').signIn(email, password)).rejects.toMatchObject({ code: 'auth.wrong' })
  }
  await device.firstPassword('Desk-password-1')
  expect((await device.api.me()).hasPassword).toBe(true)
  await expect(device.firstPassword('Desk-password-2')).rejects.toMatchObject({ code: 'auth.hasPassword' })
  await browser(firefox).signIn(email, 'Desk-password-1')
})

test('tells a device whether it was signed out on purpose, and whether its account is blocked [AU04]', async () => {
  const person = await world.confirmedMerchant()
  const { office, phone } = await twoBrowsers(person)
  const other = (await office.api.devices()).find(({ current }) => !current)!
  await office.api.endDevice({ params: { id: other.id } })
  await expect(phone.goOn()).rejects.toMatchObject({ code: 'core.signedOut', details: { blocked: false } })

  await world.database.query("update session set expires_at = now() - interval '1 hour' where account_id = $1", [
    person.id,
  ])
  await expect(office.goOn()).rejects.toMatchObject({ code: 'core.signIn' })

  await office.signIn(person.email, person.password)
  await world
    .api(userContract, await world.admin())
    .switchBlocked({ params: { id: person.id }, body: { blocked: true } })
  await expect(office.goOn()).rejects.toMatchObject({ code: 'core.signedOut', details: { blocked: true } })
  const { id: userId, merchantId } = person
  await expect(office.signIn(person.email, person.password)).rejects.toMatchObject({
    code: authProblems.blocked.code,
    details: { userId, merchantId },
  })
})
