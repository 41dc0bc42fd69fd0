import { afterEach, expect, test } from 'vitest'
import { preferences } from '#client/core/session/preferences.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import { formatDate } from './date.ts'
import { formatDuration, formatNumber, shortFileName } from './number.ts'

afterEach(() => preferences.setState({ language: 'enUS' }))

test('formats dates as dd/MM/yyyy, and numbers in the locale of the browser [SH14]', () => {
  expect(formatDate(new Date(2026, 0, 5, 23, 59))).toBe('05/01/2026')
  expect(formatNumber(1234567.5)).toBe(new Intl.NumberFormat().format(1234567.5))
})

test('formats numbers for Russian readers when the text is Russian, in a browser of any language [SH14]', () => {
  expect(formatNumber(9814.5)).toBe(new Intl.NumberFormat().format(9814.5))
  preferences.setState({ language: 'ruRU' })
  expect(formatNumber(9814.5)).toBe('9\u00a0814,5')
  expect(formatDuration(5400).replace(/\s/g, ' ')).toBe('1 ч 30 мин')
})

test.each([
  ['tea.png', 'tea.png'],
  ['123456789.png', '123456789.png'],
  ['1234567890.png', '12345...7890.png'],
  ['registration-of-the-highland-tea-company-2026.pdf', 'regis...2026.pdf'],
  ['certificate.of.origin.pdf', 'certi...igin.pdf'],
  ['README', 'README'],
  ['certificate', 'certi...cate'],
  ['.gitignore', '.giti...nore'],
  ['свидетельство.jpg', 'свиде...ство.jpg'],
])(
  'shows the file name %s as %s: at most nine characters of its base, or its first 5 and last 4 [SH14]',
  (name, short) => {
    expect(shortFileName(name)).toBe(short)
  },
)

const cases: Record<keyof typeof patterns, { right: string[]; wrong: string[] }> = {
  password: {
    right: ['Correct-1', 'ÄbcdeF1!', 'Žluťoučký1!', 'Пароль-Test1', 'סיסמה-חדשה1', '密码密码密码-1', 'Passw0rd!🍵'],
    wrong: ['Short-1', 'alllower-1', 'ALLUPPER-1', 'пароль-пароль1', 'NoDigits--', 'NoSpecial1', 'Žluťoučký1'],
  },
  hasNumber: { right: ['a1'], wrong: ['abc', ''] },
  color: { right: ['#0f5c4d', '#FFFFFF'], wrong: ['0f5c4d', '#fff', '#gggggg'] },
}

test.each(Object.entries(cases))('formats %s with the shared pattern [SH14]', (name, { right, wrong }) => {
  const pattern = patterns[name as keyof typeof patterns]
  expect(right.filter((value) => !pattern.test(value))).toEqual([])
  expect(wrong.filter((value) => pattern.test(value))).toEqual([])
})
