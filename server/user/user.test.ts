import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { authContract } from '#shared/auth/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { userContract } from '#shared/user/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const users = () => world.api(userContract, admin)
const input = (email: string, role: 'merchant' | 'dealer' | 'customerservice', businessName: string) => ({
  name: `Name of ${email}`,
  email,
  businessName,
  password: testPassword,
  role,
})
const signIn = (identifier: string, password: string) =>
  world.api(authContract).signIn({ body: { identifier, password } })

test('creates a business for a merchant; dealers and customer service join one by its name or code [AD05]', async () => {
  const owner = await users().add({ body: input('owner@tea.example', 'merchant', 'Tea Hill') })
  expect(owner.role).toEqual({ type: 'merchant', description: 'Tea Hill', merchant_code: 'tea-hill' })
  expect([owner.confirmed, owner.blocked]).toEqual([false, false])
  expect(await writtenMails(world, 'owner@tea.example')).toHaveLength(1)
  const dealer = await users().addByRole({
    params: { role: 'dealer' },
    body: input('dealer@tea.example', 'dealer', 'TEA HILL'),
  })
  expect([dealer.role.type, dealer.merchantId]).toEqual(['dealer', owner.merchantId])
  const { jwt } = await signIn('dealer@tea.example', testPassword)
  expect((await world.api(orderContract, jwt).list({ query: {} })).rows).toEqual([])

  await expect(users().add({ body: input('care@tea.example', 'customerservice', 'Nobody') })).rejects.toMatchObject({
    code: 'user.noBusiness',
    message: 'No business is called Nobody',
  })
  const twin = await users().add({ body: input('twin@tea.example', 'merchant', 'Tea Hill') })
  const care = input('care@tea.example', 'customerservice', 'tea hill')
  await expect(users().add({ body: care })).rejects.toMatchObject({ code: 'user.severalBusinesses' })
  const joined = await users().add({ body: { ...care, businessName: twin.role.merchant_code } })
  expect(joined.merchantId).toBe(twin.merchantId)
})

test('accepts an e-mail once, also for concurrent calls, and leaves no business after a rejection [AD05]', async () => {
  const body = input('once@example.com', 'merchant', 'Only Once')
  const answers = await Promise.allSettled([users().add({ body }), users().add({ body })])
  expect(answers.flatMap((made) => (made.status === 'rejected' ? made.reason.code : []))).toEqual(['auth.emailTaken'])
  await expect(users().add({ body: { ...body, email: 'ONCE@example.com' } })).rejects.toMatchObject({
    code: 'auth.emailTaken',
  })
  const { rows } = await world.database.query(`select count(*)::int as n from merchant where name = 'Only Once'`)
  expect(rows[0].n).toBe(1)
})

test('keeps a blank password, ends sessions with a new one, and confirms a new address by its link [AD05]', async () => {
  const { id } = await users().add({ body: input('edit@example.com', 'merchant', 'Edited') })
  const { jwt } = await signIn('edit@example.com', testPassword)
  const params = { id }
  const named = await users().update({ params, body: { name: 'New Name', email: 'edit@example.com', password: '' } })
  expect(named.username).toBe('New Name')
  expect((await world.api(authContract, jwt).me()).username).toBe('New Name')

  await users().update({ params, body: { password: 'Another-pass-2' } })
  await expect(world.api(authContract, jwt).me()).rejects.toMatchObject({ status: 401 })
  await expect(signIn('edit@example.com', testPassword)).rejects.toMatchObject({ code: 'auth.wrong' })
  await signIn('edit@example.com', 'Another-pass-2')

  const [before] = await writtenMails(world, 'edit@example.com')
  const confirmed = await users().update({ params, body: { confirmed: true } })
  expect(confirmed.confirmed).toBe(true)
  const withNewEmail = await users().update({ params, body: { email: 'moved@example.com' } })
  expect([withNewEmail.email, withNewEmail.confirmed]).toEqual(['moved@example.com', false])
  expect(await writtenMails(world, 'moved@example.com')).toHaveLength(1)
  const confirmation = /confirmation=([\w-]+)/.exec(before!.text)![1]!
  await expect(world.api(authContract).confirmEmail({ query: { confirmation } })).rejects.toMatchObject({
    code: 'auth.badLink',
  })
  await expect(users().update({ params, body: { email: admin.email } })).rejects.toMatchObject({
    code: 'auth.emailTaken',
  })
})

test('signs a blocked user out at once, and rejects sign-ins until the user is unblocked [AD05]', async () => {
  const person = await world.confirmedMerchant()
  const params = { id: person.id }
  expect((await users().switchBlocked({ params, body: {} })).blocked).toBe(true)
  expect((await users().switchBlocked({ params, body: { blocked: true } })).blocked).toBe(true)
  await expect(world.api(authContract, person).me()).rejects.toMatchObject({ status: 401 })
  await expect(signIn(person.email, person.password)).rejects.toMatchObject({ code: 'auth.blocked' })
  expect((await users().switchBlocked({ params, body: {} })).blocked).toBe(false)
  await signIn(person.email, person.password)
  const { rows } = await world.database.query(
    `select action, actor_id from audit_entry where subject = $1 and action like 'user.%' order by seq`,
    [person.id],
  )
  expect(rows).toEqual([
    { action: 'user.block', actor_id: admin.id },
    { action: 'user.unblock', actor_id: admin.id },
  ])
})

test('leaves no team without an owner when one is blocked', async () => {
  const owner = await world.confirmedMerchant()
  const { merchantId } = owner
  const colleague = await world.signUp({ role: 'office', merchantId: merchantId! })
  const block = (id: string) => users().switchBlocked({ params: { id }, body: { blocked: true } })
  await expect(block(owner.id)).rejects.toMatchObject({ code: 'user.lastOwner' })
  const second = await world.signUp({ merchantId: merchantId! })
  expect((await block(owner.id)).blocked).toBe(true)
  await expect(block(second.id)).rejects.toMatchObject({ code: 'user.lastOwner' })
  // A whole business is blocked with its owner last.
  await block(colleague.id)
  expect((await block(second.id)).blocked).toBe(true)
})

test('finds users by name, e-mail and business, and no administrators [AD05]', async () => {
  const { id } = await users().add({ body: input('needle@example.com', 'merchant', '100% Haystack') })
  for (const search of ['NEEDLE', 'haystack']) {
    const { rows, total } = await users().list({ query: { search } })
    expect([rows.map((row) => row.id), total]).toEqual([[id], 1])
  }
  const { rows } = await users().list({ query: { limit: 200, sort: 'email' } })
  expect(rows.map(({ email }) => email)).toEqual(rows.map(({ email }) => email).toSorted())
  expect(rows.map((row) => row.id)).not.toContain(admin.id)
  await expect(users().remove({ params: { id: admin.id } })).rejects.toMatchObject({ code: 'user.notFound' })
  await users().remove({ params: { id } })
  await expect(users().read({ params: { id } })).rejects.toMatchObject({ code: 'user.notFound' })
})

test('lets an administrator confirm the e-mail of a registration unless another account has it [AD05]', async () => {
  const owner = await world.confirmedMerchant()
  const register = async (email: string) => {
    const body = { email, password: testPassword, passwordConfirm: testPassword, businessName: 'Claims' }
    const { user } = await world.api(authContract).register({ body })
    return { id: user.id }
  }
  const change = { body: { confirmed: true } }
  expect((await users().update({ params: await register('claimed@example.com'), ...change })).confirmed).toBe(true)
  for (const email of [owner.email, 'claimed@example.com'])
    await expect(users().update({ params: await register(email), ...change })).rejects.toMatchObject({
      code: 'auth.emailTaken',
    })
})

test('checks a list of users without adding them, with businesses that earlier rows create [AD05]', async () => {
  await users().add({ body: input('listed@tea.example', 'merchant', 'Listed Hill') })
  const user = (email: string, role: 'merchant' | 'dealer', businessName: string) => ({ email, role, businessName })
  const { errors } = await users().check({
    body: [
      user('LISTED@tea.example', 'dealer', 'Listed Hill'),
      user('new-1@tea.example', 'dealer', 'listed hill'),
      user('new-2@tea.example', 'dealer', 'Unknown Hill'),
      user('new-3@tea.example', 'merchant', 'Unknown Hill'),
      user('new-4@tea.example', 'dealer', 'Unknown Hill'),
      user('new-5@tea.example', 'merchant', 'Listed Hill'),
      user('new-6@tea.example', 'dealer', 'Listed Hill'),
    ],
  })
  expect(errors).toEqual([
    { row: 1, problem: 'emailTaken' },
    { row: 3, problem: 'noBusiness' },
    { row: 7, problem: 'severalBusinesses' },
  ])
  expect((await users().list({ query: { search: 'new-1@tea.example' } })).total).toBe(0)
})
