import { expect, test } from 'vitest'
import { setLanguage } from '#client/core/session/preferences.ts'
import { startI18n, textOf } from './i18n.ts'

test('starts in the language of the account when its session is refreshed while the texts load [SH10]', async () => {
  setLanguage('ruRU')
  const started = startI18n()
  setLanguage('enUS')
  await started
  expect(textOf('app')('daysLeft', { count: 1 })).toBe('1 day left')
  expect(document.documentElement.lang).toBe('en')
})
