import { beforeAll, expect, test } from 'vitest'
import { Refused } from './api.ts'
import { errorText, wordsOf } from './errors.ts'
import { startI18n } from './i18n.ts'

beforeAll(() => startI18n())

test('SH11 the words of an error: HTML, a sentence, nested messages, the error, then the body itself', () => {
  expect(wordsOf('<!DOCTYPE html><p>502</p>')).toBe('Undefined error')
  expect(wordsOf('  <html>')).toBe('Undefined error')
  expect(wordsOf({ message: 'Gone', error: 'thing.gone' })).toBe('Gone')
  expect(wordsOf({ message: [{ messages: [{ message: 'Nested', id: 'x.y' }] }] })).toBe('Nested')
  expect(wordsOf({ message: [{ messages: [{ id: 'Auth.form.error' }] }] })).toBe('Auth.form.error')
  expect(wordsOf({ error: 'Forbidden' })).toBe('Forbidden')
  expect(wordsOf('Plain words')).toBe('Plain words')
})

test('SH11 what has no words says where support is', () => {
  const oops = 'Oops! Something went wrong. If the problem persists, please contact support at support@assay.example'
  for (const body of [undefined, null, {}, '', { message: [] }]) expect(errorText(new Refused(500, body))).toBe(oops)
  expect(errorText(new Error('internal'))).toBe(oops)
})
