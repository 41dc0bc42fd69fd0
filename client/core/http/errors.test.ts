import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#client/core/i18n/i18n.ts'
import { ApiError } from './api.ts'
import { errorBodyText, errorText } from './errors.ts'
import { supportEmail } from './support-email.ts'

beforeAll(() => startI18n())

test('finds the error text in HTML, a sentence, nested messages, the error, then the body itself [SH11]', () => {
  expect(errorBodyText('<!DOCTYPE html><p>502</p>')).toBe('Undefined error')
  expect(errorBodyText('  <html>')).toBe('Undefined error')
  expect(errorBodyText({ message: 'Gone', error: 'thing.gone' })).toBe('Gone')
  expect(errorBodyText({ message: [{ messages: [{ message: 'Nested', id: 'x.y' }] }] })).toBe('Nested')
  expect(errorBodyText({ message: [{ messages: [{ id: 'Auth.form.error' }] }] })).toBe('Auth.form.error')
  expect(errorBodyText({ error: 'Forbidden' })).toBe('Forbidden')
  expect(errorBodyText('Plain words')).toBe('Plain words')
})

test('shows the address of support when an error has no text and the address is known [SH11]', () => {
  const oops = 'Oops! Something went wrong. If the problem persists, please contact support'
  for (const body of [undefined, null, {}, '', { message: [] }]) expect(errorText(new ApiError(500, body))).toBe(oops)
  expect(errorText(new Error('internal'))).toBe(oops)
  supportEmail.setState({ email: 'help@brand.example' })
  expect(errorText(new Error('internal'))).toBe(`${oops} at help@brand.example`)
})
