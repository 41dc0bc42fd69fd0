import { expect, test } from 'vitest'
import type { z } from 'zod'
import { FirstPassword, PasswordChange, PasswordReset } from './contract.ts'

const rule = 'At least 8 characters with lower case, upper case, a digit and a special character'
/** The error message of each field. */
const saidOf = (schema: z.ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('requires a new password, and reports the rule when it is too weak [AU04]', () => {
  const blank = { oldPassword: '', newPassword: '', newPasswordConfirm: '' }
  expect(saidOf(PasswordChange, blank)).toEqual([
    ['newPassword', 'Please fill in the new password'],
    ['newPasswordConfirm', 'Please retype the password'],
    ['oldPassword', 'Please fill in the current password'],
  ])
  const weak = { oldPassword: 'x', newPassword: 'short', newPasswordConfirm: 'short' }
  expect(saidOf(PasswordChange, weak)).toEqual([['newPassword', rule]])
  expect(saidOf(FirstPassword, blank)).toContainEqual(['newPassword', 'Please fill in the new password'])
})

test('requires both passwords of a reset, and that they match [AU04]', () => {
  const code = 'c'.repeat(32)
  expect(saidOf(PasswordReset, { password: '', passwordConfirmation: '', code })).toEqual([
    ['password', 'Please fill in the new password'],
    ['passwordConfirmation', 'Please retype the password'],
  ])
  const form = { password: 'Correct-horse-9', passwordConfirmation: 'Correct-horse-8', code }
  expect(saidOf(PasswordReset, form)).toEqual([['passwordConfirmation', 'The passwords do not match']])
  expect(saidOf(PasswordReset, { ...form, passwordConfirmation: form.password })).toBeUndefined()
})

test('accepts one password in whatever way a keyboard composes its letters', () => {
  const typed = 'Z\u030clut\u030couc\u030cky\u03011!'
  const form = { password: typed, passwordConfirmation: typed.normalize('NFC'), code: 'c'.repeat(32) }
  expect(PasswordReset.parse(form).password).toBe('Žluťoučký1!')
  // A mark is a part of its letter, not a special character.
  expect(saidOf(PasswordReset, { ...form, password: 'Z\u030clut\u030couc1' })).toContainEqual(['password', rule])
})
