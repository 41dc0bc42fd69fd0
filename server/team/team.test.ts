import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { auditContract } from '#shared/audit/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { keyContract } from '#shared/key/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { maxMailsOfInvitation, teamContract } from '#shared/team/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

const own = (owner: Person) => world.api(teamContract, owner)
const anybody = () => world.api(teamContract)
let counter = 0
const newAddress = () => `colleague-${++counter}@tea.example`
const form = { name: 'Lim', password: testPassword, passwordConfirm: testPassword }

/** The token of the newest invitation mail, once as many mails as expected are written. */
async function tokenFor(address: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await writtenMails(world, address)).length, { timeout: 20_000 }).toBe(mails)
  const written = await writtenMails(world, address)
  return /invitation\?token=([\w-]+)/.exec(written.at(-1)!.text)![1]!
}

async function join(owner: Person, role: 'merchant' | 'office' | 'field') {
  const email = newAddress()
  await own(owner).invite({ body: { email, role } })
  const session = await anybody().join({ body: { token: await tokenFor(email), ...form } })
  const person: Person = { ...owner, id: session.user.id, token: session.jwt, email, role }
  return { person, email, session }
}

describe('invitations', () => {
  test('opens a confirmed account with the role and the merchant of the invitation, once', async () => {
    const owner = await world.confirmedMerchant()
    const email = newAddress()
    const invited = await own(owner).invite({ body: { email, role: 'field' } })
    expect(invited).toMatchObject({ email, role: 'field', isExpired: false })
    const token = await tokenFor(email)
    expect(await anybody().open({ body: { token } })).toMatchObject({ email, role: 'field' })
    const { user } = await anybody().join({ body: { token, ...form } })
    expect(user).toMatchObject({ email, confirmed: true, merchantId: owner.merchantId, role: { type: 'field' } })
    const again = anybody().join({ body: { token, ...form } })
    await expect(again).rejects.toMatchObject({ status: 400, code: 'team.badLink' })
    expect((await own(owner).invitations({})).rows).toEqual([])
    const { rows } = await own(owner).members({})
    expect(rows.map(({ name, role, isSelf }) => [name, role, isSelf])).toEqual([
      [owner.email, 'merchant', true],
      ['Lim', 'field', false],
    ])
    expect(Date.parse(rows[1]!.lastActiveAt!)).toBeGreaterThan(Date.now() - 600_000)
  })

  test('opens one account when a link is used twice at once', async () => {
    const owner = await world.confirmedMerchant()
    const email = newAddress()
    await own(owner).invite({ body: { email, role: 'office' } })
    const token = await tokenFor(email)
    const both = await Promise.allSettled([1, 2].map(() => anybody().join({ body: { token, ...form } })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await own(owner).members({})).total).toBe(2)
  })

  test('sends one mail for the same invitation, and rejects another role and an address of the team', async () => {
    const owner = await world.confirmedMerchant()
    const email = newAddress()
    const [first, second] = await Promise.all([1, 2].map(() => own(owner).invite({ body: { email, role: 'field' } })))
    expect(second!.id).toBe(first!.id)
    await tokenFor(email)
    const other = own(owner).invite({ body: { email: email.toUpperCase(), role: 'office' } })
    await expect(other).rejects.toMatchObject({ code: 'team.isInvited' })
    const member = own(owner).invite({ body: { email: owner.email, role: 'office' } })
    await expect(member).rejects.toMatchObject({ code: 'team.isMember' })
  })

  test('ends the link when the invitation is sent again, withdrawn or expired', async () => {
    const owner = await world.confirmedMerchant()
    const email = newAddress()
    const { id } = await own(owner).invite({ body: { email, role: 'field' } })
    const first = await tokenFor(email)
    await own(owner).resend({ params: { id } })
    await expect(anybody().open({ body: { token: first } })).rejects.toMatchObject({ code: 'team.badLink' })
    const second = await tokenFor(email, 2)
    expect((await anybody().open({ body: { token: second } })).email).toBe(email)
    await world.database.query(`update invitation set expires_at = now() where id = $1`, [id])
    await expect(anybody().open({ body: { token: second } })).rejects.toMatchObject({ code: 'team.badLink' })
    expect((await own(owner).invitations({})).rows).toMatchObject([{ id, isExpired: true }])
    await own(owner).resend({ params: { id } })
    const third = await tokenFor(email, 3)
    await own(owner).withdraw({ params: { id } })
    await expect(anybody().open({ body: { token: third } })).rejects.toMatchObject({ code: 'team.badLink' })
    await expect(own(owner).resend({ params: { id } })).rejects.toMatchObject({ code: 'team.noInvitation' })
  })

  test('sends an invitation at most five times', async () => {
    const owner = await world.confirmedMerchant()
    const { id } = await own(owner).invite({ body: { email: newAddress(), role: 'field' } })
    for (let sent = 1; sent < maxMailsOfInvitation; sent++) await own(owner).resend({ params: { id } })
    await expect(own(owner).resend({ params: { id } })).rejects.toMatchObject({ code: 'team.sentOften' })
  })

  test('changes no account that has the address, and tells of it only who reads the mailbox', async () => {
    const other = await world.confirmedMerchant()
    const owner = await world.confirmedMerchant()
    const known = await own(owner).invite({ body: { email: other.email, role: 'office' } })
    const unknown = await own(owner).invite({ body: { email: newAddress(), role: 'office' } })
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    const token = await tokenFor(other.email)
    const joining = anybody().join({
      body: { token, ...form, password: 'Other-horse-1', passwordConfirm: 'Other-horse-1' },
    })
    await expect(joining).rejects.toMatchObject({ status: 409, code: 'team.hasAccount' })
    const signedIn = await world.api(authContract).signIn({ body: { identifier: other.email, password: testPassword } })
    expect(signedIn.user.merchantId).toBe(other.merchantId)
    expect((await own(owner).members({})).total).toBe(1)
  })

  test('is for owners with a confirmed e-mail', async () => {
    const owner = await world.confirmedMerchant()
    const body = { email: newAddress(), role: 'office' } as const
    await expect(own(await world.signUp()).invite({ body })).rejects.toMatchObject({ code: 'core.unconfirmed' })
    const office = await world.signUp({ role: 'office', merchantId: owner.merchantId!, confirmed: true })
    await expect(own(office).invite({ body })).rejects.toMatchObject({ code: 'core.denied' })
  })
})

describe('members', () => {
  test('removes a colleague: sessions end, sign-in tells of unsent work, the name stays, the address is free', async () => {
    const owner = await world.confirmedMerchant()
    const { person, email } = await join(owner, 'field')
    await own(owner).remove({ params: { id: person.id } })
    await expect(world.api(authContract, person).me()).rejects.toMatchObject({ status: 401 })
    const signIn = world.api(authContract).signIn({ body: { identifier: email, password: testPassword } })
    await expect(signIn).rejects.toMatchObject({ code: 'auth.blocked' })
    expect((await own(owner).members({})).total).toBe(1)
    await expect(own(owner).remove({ params: { id: person.id } })).rejects.toMatchObject({ code: 'team.noMember' })
    const { rows } = await world.database.query('select username from account where id = $1', [person.id])
    expect(rows).toEqual([{ username: 'Lim' }])
    await own(owner).invite({ body: { email, role: 'office' } })
    const { user } = await anybody().join({ body: { token: await tokenFor(email, 2), ...form } })
    expect(user.role.type).toBe('office')
    expect(user.id).not.toBe(person.id)
  })

  test('changes a role at the next call', async () => {
    const owner = await world.confirmedMerchant()
    const { person } = await join(owner, 'office')
    const orders = world.api(orderContract, person)
    await orders.list({ query: {} })
    await own(owner).changeRole({ params: { id: person.id }, body: { role: 'field' } })
    await expect(orders.list({ query: {} })).rejects.toMatchObject({ status: 403 })
    await own(owner).changeRole({ params: { id: person.id }, body: { role: 'office' } })
    await orders.list({ query: {} })
  })

  test('keeps the last owner', async () => {
    const owner = await world.confirmedMerchant()
    const self = { params: { id: owner.id } }
    await expect(own(owner).remove(self)).rejects.toMatchObject({ code: 'team.lastOwner' })
    const lower = own(owner).changeRole({ ...self, body: { role: 'office' } })
    await expect(lower).rejects.toMatchObject({ code: 'team.lastOwner' })
  })

  test('keeps one owner when two owners remove each other at once', async () => {
    const owner = await world.confirmedMerchant()
    const { person: second } = await join(owner, 'merchant')
    const both = await Promise.allSettled([
      own(owner).remove({ params: { id: second.id } }),
      own(second).remove({ params: { id: owner.id } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await world.database.query(
      `select count(*)::int as owners from account where merchant_id = $1 and role = 'merchant' and not blocked`,
      [owner.merchantId],
    )
    expect(rows).toEqual([{ owners: 1 }])
  })

  test('ends the API keys of an owner who becomes office', async () => {
    const owner = await world.confirmedMerchant()
    const { person: second } = await join(owner, 'merchant')
    const { key } = await world.api(keyContract, second).create({ body: { name: 'ERP', scopes: ['codes:read'] } })
    const call = () =>
      world.app.inject({ method: 'GET', url: '/api/order', headers: { authorization: `Bearer ${key}` } })
    expect((await call()).statusCode).toBe(200)
    await own(owner).changeRole({ params: { id: second.id }, body: { role: 'office' } })
    expect((await call()).statusCode).toBe(401)
  })

  test('leaves the role of a dealer to administrators, and responds 404 for an account of another merchant', async () => {
    const owner = await world.confirmedMerchant()
    const dealer = await world.signUp({ role: 'dealer', merchantId: owner.merchantId! })
    const change = own(owner).changeRole({ params: { id: dealer.id }, body: { role: 'office' } })
    await expect(change).rejects.toMatchObject({ code: 'team.otherRole' })
    const stranger = await world.confirmedMerchant()
    const foreign = own(stranger).remove({ params: { id: dealer.id } })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
    await own(owner).remove({ params: { id: dealer.id } })
    expect((await own(owner).members({})).total).toBe(1)
  })
})

test('lists who did what, also for a removed colleague [AD06]', async () => {
  const owner = await world.confirmedMerchant()
  const { person } = await join(owner, 'office')
  await world.api(authContract, person).setLanguage({ body: { language: 'ruRU' } })
  await own(owner).remove({ params: { id: person.id } })
  const activity = world.api(auditContract, owner)
  expect(await activity.actors({})).toContainEqual({ id: person.id, name: 'Lim', isRemoved: true })
  const ofColleague = await activity.own({ query: { member: person.id } })
  expect(ofColleague.rows.map(({ action, actor }) => [action, actor?.name])).toEqual([['team.join', 'Lim']])
  const ofOwner = await activity.own({ query: { member: owner.id } })
  expect(ofOwner.rows.map(({ action }) => action)).toEqual(['team.remove', 'team.invite'])
  const stranger = world.api(auditContract, await world.confirmedMerchant())
  expect(await stranger.own({ query: { member: person.id } })).toEqual({ rows: [], total: 0 })
})
