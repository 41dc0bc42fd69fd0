import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ config: { publicUrl: 'http://assay.example:4000' } })
})
afterAll(() => t.close())

async function statusOf(headers: Record<string, string>, url = '/api/auth/sign-out', method: 'GET' | 'POST' = 'POST') {
  const answer = await t.app.inject({ method, url, headers: { host: 'localhost:3000', ...headers } })
  return [answer.statusCode, answer.json().error]
}

test('accepts a cookie route from pages of its own origin and from programs', async () => {
  for (const headers of [
    {},
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://assay.example:4000' },
    { 'sec-fetch-site': 'none' },
  ]) {
    expect(await statusOf(headers as Record<string, string>)).toEqual([200, undefined])
  }
})

test('rejects a cookie call from a page of another site with its own problem, reads included', async () => {
  const rejected = [403, 'core.crossSite']
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    expect(await statusOf(headers as Record<string, string>)).toEqual(rejected)
  }
  const resend = '/api/auth/send-email-confirmation?email=a@example.com'
  expect(await statusOf({ 'sec-fetch-site': 'cross-site' }, resend, 'GET')).toEqual(rejected)
})

test('keeps the session of a rejected call: its cookie can still be exchanged', async () => {
  const { email, password } = await t.signUp()
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/auth/local',
    payload: { identifier: email, password },
  })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const refresh = (headers: Record<string, string>) =>
    t.app.inject({ method: 'POST', url: '/api/auth/refresh', cookies, headers })
  const rejected = await refresh({ 'sec-fetch-site': 'cross-site' })
  expect([rejected.statusCode, rejected.cookies]).toEqual([403, []])
  expect((await refresh({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
})
