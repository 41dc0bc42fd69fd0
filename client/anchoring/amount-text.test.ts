import { afterEach, expect, test } from 'vitest'
import { preferences } from '#client/core/session/preferences.ts'
import { amountWithoutCurrency } from '#shared/anchoring/amount.ts'
import { amountText } from './amount-text.ts'

afterEach(() => preferences.setState({ language: 'enUS' }))

test('writes amounts exactly in the notation of the reader, and for wallets with a decimal point [VE03]', () => {
  const shown = () => [amountText('bitcoin', '310'), amountText('catapult', '1250000'), amountText('bitcoin', '0')]
  // English text keeps the numbers of the browser, here of the machine.
  const own = (amount: `${number}`) => new Intl.NumberFormat(undefined, { maximumFractionDigits: 8 }).format(amount)
  expect(shown()).toEqual([`${own('0.0000031')} BTC`, `${own('1.25')} XYM`, '0 BTC'])
  // More digits than a number of JavaScript holds.
  expect(amountText('catapult', '7842928625123456')).toBe(`${own('7842928625.123456')} XYM`)
  expect(amountText('catapult', '7842928625123456').replace(/\D/g, '')).toBe('7842928625123456')
  preferences.setState({ language: 'ruRU' })
  expect(shown()).toEqual(['0,0000031 BTC', '1,25 XYM', '0 BTC'])
  expect(amountWithoutCurrency('catapult', '1250000')).toBe('1.25')
})
