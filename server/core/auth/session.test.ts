import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { account } from '#server/core/auth/table.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { withCookies } from '#server/core/http/plugin-scopes.ts'
import { serve } from '#server/core/http/serve.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { Done, done } from '#shared/core/fields/fields.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { endAllSessions, endSession, rotateSession, startSession } from './session.ts'

const Token = z.object({ token: z.string() })
const open = { method: 'POST', access: 'public', summary: 'Sessions of the test' } as const
const sessionContract = defineContract({
  start: {
    ...open,
    path: '/test/start',
    body: z.object({ email: z.string(), password: z.string(), keep: z.boolean() }),
    answer: Token,
  },
  refresh: { ...open, path: '/test/refresh', answer: Token },
  cut: { ...open, path: '/test/cut', answer: Token },
  end: { ...open, path: '/test/end', answer: Done },
  endAll: { ...open, path: '/test/end-all', access: 'signedIn', answer: Done },
  whoami: { ...open, method: 'GET', path: '/test/whoami', access: 'signedIn', answer: z.object({ email: z.string() }) },
})

let t: TestApp
let person: Person

beforeAll(async () => {
  t = await testApp({
    routes: withCookies((scope) =>
      serve(scope, sessionContract, {
        async start(call) {
          const [found] = await call.tx.select().from(account).where(eq(account.email, call.body.email))
          if (!(await verifyPassword(found?.passwordHash, call.body.password))) throw new Problem(coreProblems.signIn)
          return startSession(call, found!.id, call.body.keep)
        },
        refresh: rotateSession,
        async cut(call) {
          const signedIn = await rotateSession(call)
          const { rows } = await call.tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
          await t.database.query('select pg_terminate_backend($1)', [rows[0]!.pid])
          return signedIn
        },
        async end(call) {
          await endSession(call)
          return done
        },
        async endAll(call) {
          await endAllSessions(call, call.actor.id)
          return done
        },
        whoami: async ({ actor }) => ({ email: actor.email }),
      }),
    ),
  })
  person = await t.signUp()
})
afterAll(() => t.close())

async function post(path: string, { cookie, token, body }: { cookie?: string; token?: string; body?: object } = {}) {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/test/${path}`,
    headers: {
      ...(cookie && { cookie: `assay-refresh=${cookie}` }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: body }),
  })
  const [set] = answer.cookies
  return { status: answer.statusCode, cookie: set?.value, set, token: answer.json().token as string }
}
const signIn = (keep = true) => post('start', { body: { email: person.email, password: person.password, keep } })
const whoami = (token: string) => t.api(sessionContract, token).whoami()

test('AU sets a short-lived token and a cookie that scripts and other sites cannot use', async () => {
  const kept = await signIn(true)
  expect(kept.set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 30 * 24 * 3600 })
  expect((await signIn(false)).set?.maxAge).toBeUndefined()
  expect(await whoami(kept.token)).toEqual({ email: person.email })
  const { exp, iat, alg } = { ...t.app.jwt.decode<{ exp: number; iat: number }>(kept.token)!, alg: 'HS256' }
  expect([exp - iat, alg]).toEqual([600, 'HS256'])
})

test('ends the family, and no other, when a refresh cookie is used whose successor was used [AU01]', async () => {
  const [phone, desk] = [await signIn(), await signIn()]
  const next = await post('refresh', { cookie: phone.cookie! })
  expect(next.status).toBe(200)
  expect(next.cookie).not.toBe(phone.cookie)
  const newest = await post('refresh', { cookie: next.cookie! })
  expect(newest.status).toBe(200)
  expect((await post('refresh', { cookie: phone.cookie! })).status).toBe(401)
  expect((await post('refresh', { cookie: newest.cookie! })).status).toBe(401)
  expect((await post('refresh', { cookie: desk.cookie! })).status).toBe(200)
  expect((await post('refresh')).status).toBe(401)
  expect((await post('refresh', { cookie: randomUUID() })).status).toBe(401)
})

test('repeats a refresh when its response was lost, and invalidates the lost token [AU01]', async () => {
  const { cookie } = await signIn()
  const lost = await post('refresh', { cookie: cookie! })
  const again = await post('refresh', { cookie: cookie! })
  expect(again.status).toBe(200)
  const next = await post('refresh', { cookie: again.cookie! })
  expect(next.status).toBe(200)
  // Two devices then use the same family.
  expect((await post('refresh', { cookie: lost.cookie! })).status).toBe(401)
  expect((await post('refresh', { cookie: next.cookie! })).status).toBe(401)
})

test('repeats a refresh for a minute only [AU01]', async () => {
  const { cookie } = await signIn()
  await post('refresh', { cookie: cookie! })
  await t.database.query(`update session set replaced_at = replaced_at - interval '61 seconds',
    created_at = created_at - interval '61 seconds'`)
  expect((await post('refresh', { cookie: cookie! })).status).toBe(401)
})

test('leaves at most one working cookie when the same cookie is refreshed several times at once [AU01]', async () => {
  for (let round = 0; round < 10; round++) await refreshTogether()
})

async function refreshTogether(): Promise<void> {
  const { cookie } = await signIn()
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('refresh', { cookie: cookie! })))
  const { rows } = await t.database.query(
    `select count(*)::int as n from session where replaced_at is null and revoked_at is null and family =
      (select family from session where token_hash = sha256($1::bytea))`,
    [Buffer.from(cookie!)],
  )
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(rows[0].n).toBe(1)
}

test('keeps the session when the connection of a refresh is lost before the commit', async () => {
  const { cookie } = await signIn()
  expect((await post('cut', { cookie: cookie! })).status).toBe(503)
  expect((await post('refresh', { cookie: cookie! })).status).toBe(200)
})

test('ends the access token of this device on sign-out, and those of all when all sign-ins are ended', async () => {
  const [phone, desk] = [await signIn(), await signIn()]
  await post('end', { cookie: phone.cookie! })
  expect((await post('refresh', { cookie: phone.cookie! })).status).toBe(401)
  expect((await post('end-all', { token: desk.token })).status).toBe(200)
  await expect(whoami(desk.token)).rejects.toMatchObject({ status: 401 })
  expect((await post('refresh', { cookie: desk.cookie! })).status).toBe(401)
})

test('ends the access token with the sign-in that it came from, and no other', async () => {
  const [phone, desk] = [await signIn(), await signIn()]
  await post('end', { cookie: phone.cookie! })
  await expect(whoami(phone.token)).rejects.toMatchObject({ status: 401 })
  expect(await whoami(desk.token)).toEqual({ email: person.email })
  const next = await post('refresh', { cookie: desk.cookie! })
  const newest = await post('refresh', { cookie: next.cookie! })
  expect(await whoami(desk.token)).toEqual({ email: person.email })
  // The successor of the cookie was already used, so two devices have it: the tokens of both end.
  expect((await post('refresh', { cookie: desk.cookie! })).status).toBe(401)
  for (const { token } of [desk, next, newest]) await expect(whoami(token)).rejects.toMatchObject({ status: 401 })
})

test('responds identically to an expired session, a wrong password and an unknown account', async () => {
  const { cookie } = await signIn()
  await t.database.query(`update session set expires_at = now() - interval '1 second'`)
  expect((await post('refresh', { cookie: cookie! })).status).toBe(401)
  expect(
    (await post('start', { body: { email: person.email, password: 'Wrong-1-password', keep: true } })).status,
  ).toBe(401)
  expect(
    (await post('start', { body: { email: 'nobody@example.com', password: person.password, keep: true } })).status,
  ).toBe(401)
})

test('hashes passwords with argon2id, and handles many sign-ins at once', async () => {
  const stored = await hashPassword('Some-password-1')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const checks = await Promise.all(
    Array.from({ length: 10 }, (_, i) => verifyPassword(stored, i % 2 ? 'Some-password-1' : 'no')),
  )
  expect(checks).toEqual(Array.from({ length: 10 }, (_, i) => i % 2 === 1))
})

test.each(['NFC', 'NFD'] as const)('accepts both forms of a password whose hash was made of form %s', async (form) => {
  const stored = await hashPassword('Kräuter-Tee9!'.normalize(form))
  for (const typed of ['NFC', 'NFD']) expect(await verifyPassword(stored, 'Kräuter-Tee9!'.normalize(typed))).toBe(true)
  expect(await verifyPassword(stored, 'Krauter-Tee9!')).toBe(false)
})
