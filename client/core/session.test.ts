import { expect, test } from 'vitest'
import { readClaims } from './claims.ts'
import { session, signedIn } from './session.ts'

const tokenOf = (claims: object) => {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  return `x.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.y`
}
const claims = {
  sub: '1',
  email: 'ада@example.com',
  role: 'merchant',
  isAdmin: false,
  merchant: 'ada',
  emailConfirmed: true,
  exp: Math.round(Date.now() / 1000) + 600,
}
const user = {
  id: '00000000-0000-4000-8000-000000000000',
  username: 'ada',
  email: claims.email,
  confirmed: true,
  hasPassword: true,
  language: 'enUS',
  role: { type: 'merchant', description: null, merchant_code: 'ada' },
  features: [],
  merchantId: null,
} as const

test('AU06 the token carries e-mail, isAdmin, merchant and emailConfirmed', () => {
  expect(readClaims(tokenOf(claims))).toEqual(claims)
})

test('AU06 a token that cannot be decoded signs out', () => {
  signedIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  expect(session.getState().status).toBe('in')
  signedIn({ jwt: 'not-a-token', user: { ...user, features: [] } })
  expect(session.getState()).toMatchObject({ status: 'out', token: undefined, claims: undefined })
})
