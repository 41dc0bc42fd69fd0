import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '#client/core/session/preferences.ts'
import { loadTexts, startI18n, textOf } from './i18n.ts'

beforeAll(async () => {
  setLanguage('ruRU')
  await startI18n()
})

test.each([
  [1, 'остался 1 день'],
  [2, 'осталось 2 дня'],
  [5, 'осталось 5 дней'],
  [11, 'осталось 11 дней'],
  [21, 'остался 21 день'],
])('Russian counts %i in its own form [SH10]', (count, words) => {
  expect(textOf('app')('daysLeft', { count })).toBe(words)
})

test('switches the texts and the language of the page as soon as another language is chosen [SH10]', async () => {
  setLanguage('enUS')
  await loadTexts(['app'])
  await expect.poll(() => textOf('app')('daysLeft', { count: 1 })).toBe('1 day left')
  expect(document.documentElement.lang).toBe('en')
})
