import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { omit } from '#shared/core/omit.ts'

/** No worker runs, so that only the calls query the database. */
let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

let calls = 0
const registration = (email: string) => ({
  email,
  password: testPassword,
  passwordConfirm: testPassword,
  businessName: `Company ${++calls}`,
})

/** The parts of a response that an unauthenticated caller sees, with random values replaced. */
type TestCall = { method: 'GET' | 'POST'; url: string; payload?: object }
async function seen(asked: TestCall) {
  const statements: string[] = []
  const real = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: never[]) {
    const [first] = args as unknown as [string | { text: string }]
    statements.push(typeof first === 'string' ? first : first.text)
    return Reflect.apply(real, this, args)
  } as never)
  const answer = await world.app.inject({ ...asked, remoteAddress: `10.9.${++calls % 250}.1` })
  spy.mockRestore()
  const headers = omit(answer.headers, 'set-cookie', 'date')
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]))
      : typeof value
  return {
    status: answer.statusCode,
    body: shape(answer.json()),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/request-id|^x-reference/.test(name))),
    cookies: answer.cookies.map(({ value, ...cookie }) => ({ ...cookie, length: value.length })),
    // The pool's connection check, which belongs to no call.
    statements: statements.filter((statement) => statement !== 'select 1'),
  }
}

test('gives the same response by the same statements for a known and an unknown e-mail [AU02 AU03 AU04]', async () => {
  const known = (await world.confirmedMerchant()).email
  const unconfirmed = (await world.signUp()).email
  // Same length as the known one, so that lengths can be compared.
  const unknown = known.replace(/^merchant/, 'nobodyyy')
  const admin = (await world.admin()).email
  const calls: ((email: string) => TestCall)[] = [
    (email) => ({ method: 'POST', url: '/api/merchant/register', payload: registration(email) }),
    (email) => ({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } }),
    (email) => ({ method: 'GET', url: `/api/auth/send-email-confirmation?email=${encodeURIComponent(email)}` }),
    (identifier) => ({ method: 'POST', url: '/api/auth/local', payload: { identifier, password: 'Wrong-pass-1' } }),
  ]
  for (const call of calls) {
    await seen(call('warm-up@example.com'))
    const expected = await seen(call(unknown))
    expect(expected.statements.length).toBeGreaterThan(0)
    for (const email of [known, unconfirmed, admin, unknown]) {
      const { headers, ...rest } = await seen(call(email))
      const { headers: expectedHeaders, ...others } = expected
      expect({ email, ...rest }).toEqual({ email, ...others })
      expect(Object.keys(headers)).toEqual(Object.keys(expectedHeaders))
    }
  }
})
