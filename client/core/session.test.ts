import { expect, test } from 'vitest'
import { readClaims, useSession } from './session.ts'

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
  exp: 9e9,
}

test('AU06 the token carries e-mail, isAdmin, merchant and emailConfirmed', () => {
  expect(readClaims(tokenOf(claims))).toEqual(claims)
})

test('AU06 a token that cannot be decoded signs out', () => {
  useSession.getState().signIn(tokenOf(claims))
  expect(useSession.getState().phase).toBe('signedIn')
  useSession.getState().signIn('not-a-token')
  expect(useSession.getState()).toMatchObject({ phase: 'signedOut', token: undefined, claims: undefined })
})
