import { expect, test, vi } from 'vitest'
import { noteContract, setUpNotes, test1 } from './note.fixture.ts'

setUpNotes()

test("reads and writes only the merchant's own rows, and responds 404 for rows of another merchant [CO01]", async () => {
  const [a, b] = [await test1.signUp(), await test1.signUp()]
  const made = await test1.api(noteContract, a).create({ body: { words: 'mine alone' } })
  expect(made).toEqual({ id: expect.any(String), words: 'mine alone' })
  expect(await test1.api(noteContract, a).list()).toEqual([made])
  expect(await test1.api(noteContract, b).list()).toEqual([])
  await expect(test1.api(noteContract, b).read({ params: { id: made.id } })).rejects.toMatchObject({
    status: 404,
    message: `Note ${made.id} not found`,
  })
})

test('responds 401 without a session, 403 with the wrong role, and 409 without a confirmed e-mail', async () => {
  const person = await test1.signUp()
  const dealer = await test1.signUp({ role: 'dealer' })
  await expect(test1.api(noteContract).list()).rejects.toMatchObject({ status: 401, code: 'core.signIn' })
  await expect(test1.api(noteContract, `${person.token}x`).list()).rejects.toMatchObject({ status: 401 })
  await expect(test1.api(noteContract, person).approve()).rejects.toMatchObject({ status: 403, code: 'core.denied' })
  await expect(test1.api(noteContract, dealer).list()).rejects.toMatchObject({ status: 403 })
  await expect(test1.api(noteContract, person).confirmed()).rejects.toMatchObject({
    status: 409,
    code: 'core.unconfirmed',
  })
  expect((await test1.api(noteContract, await test1.admin()).approve()).total).toBeGreaterThan(1)
})

test('rejects a token that is unsigned, of another algorithm, of an ended session or of a blocked account', async () => {
  const person = await test1.signUp()
  const [, payload] = person.token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  await expect(test1.api(noteContract, none).list()).rejects.toMatchObject({ status: 401 })
  const stronger = test1.app.jwt.sign(test1.app.jwt.decode(person.token)!, { algorithm: 'HS512' })
  await expect(test1.api(noteContract, stronger).list()).rejects.toMatchObject({ status: 401 })
  const refused = () => expect(test1.api(noteContract, person).list()).rejects.toMatchObject({ status: 401 })
  await test1.database.query('update account set session_version = 2 where id = $1', [person.id])
  await vi.waitFor(refused)
  await test1.database.query('update account set session_version = 1, blocked = true where id = $1', [person.id])
  await expect(test1.api(noteContract, person).list()).rejects.toMatchObject({ status: 401 })
})

test('shows the demo merchant with the demo header, and rejects every write', async () => {
  const [person, demo] = [await test1.signUp(), await test1.signUp()]
  await test1.api(noteContract, demo).create({ body: { words: 'of the demo' } })
  const findsNone = () =>
    expect(test1.api(noteContract, undefined, { demo: true }).list()).rejects.toMatchObject({ status: 404 })
  await findsNone()
  await test1.database.query('update merchant set is_demo = true where id = $1', [demo.merchantId])
  // No query for each call: a new demo merchant is noticed after a minute.
  await findsNone()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  await test1.services.findDemoMerchant()
  vi.restoreAllMocks()
  for (const caller of [undefined, person]) {
    const api = test1.api(noteContract, caller, { demo: true })
    expect(await api.list()).toMatchObject([{ words: 'of the demo' }])
    await expect(api.create({ body: { words: 'a demo write' } })).rejects.toMatchObject({
      status: 409,
      code: 'core.demo',
    })
    await expect(api.approve()).rejects.toMatchObject({ status: 409 })
  }
  await expect(test1.api(noteContract).list()).rejects.toMatchObject({ status: 401 })
})
