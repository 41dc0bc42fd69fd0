import { expect, test } from 'vitest'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { checkDigit, isGtin, OptionalGtin, readGtin, searchedGtin } from './gtin.ts'

// Numbers that GS1 uses in its own documents: General Specifications, GS1 Digital Link standard, page of the check digit.
const published = [
  '6291041500213',
  '09506000134352',
  '9506000134369',
  '09521234543213',
  '00614141123452',
  '614141000036',
  '00012345678905',
  '95200002',
]

test.each(published)('accepts %s, an example of GS1, and writes it with 14 digits', (text) => {
  expect(readGtin(text)).toEqual({ gtin: text.padStart(14, '0') })
})

test('finds each wrong digit, and digits that changed places unless they differ by 5', () => {
  const gtin = '09506000134352'
  for (let at = 0; at < gtin.length; at++) {
    for (let digit = 0; digit < 10; digit++) {
      const changed = gtin.slice(0, at) + digit + gtin.slice(at + 1)
      expect(isGtin(changed)).toBe(changed === gtin)
    }
    const [one, next] = [gtin[at]!, gtin[at + 1] ?? gtin[at]!]
    if (one === next || Math.abs(Number(one) - Number(next)) === 5) continue
    expect(isGtin(gtin.slice(0, at) + next + one + gtin.slice(at + 2))).toBe(false)
  }
})

test.each([
  ['4 006381 333931', '04006381333931'],
  ['978-3-16-148410-0', '09783161484100'],
  [' (01)09506000134352', '09506000134352'],
  ['４００６３８１３３３９３１', '04006381333931'],
  ['4006381\u200b333931\u00a0', '04006381333931'],
])('reads %j as people type or copy it', (text, gtin) => {
  expect(readGtin(text)).toEqual({ gtin })
})

test.each([
  ['', 'gtinLetters'],
  ['4.00638E+12', 'gtinLetters'],
  ['4006381333931x', 'gtinLetters'],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', 'gtinLetters'],
  ['400638133393', 'gtinCheckDigit'],
  ['40063813339', 'gtinLength'],
  ['095060001343521', 'gtinLength'],
  ['4006381333932', 'gtinCheckDigit'],
  ['00000000000000', 'gtinCheckDigit'],
] as const)('says what is wrong with %j', (text, problem) => {
  expect(readGtin(text)).toEqual({ problem })
})

test('calculates the check digits of SSCC and GLN by the same rule', () => {
  expect([checkDigit('37610425002123456'), checkDigit('950600013435')]).toEqual(['9', '2'])
})

test('searches for the stored form of a GTIN, and for any other text unchanged', () => {
  expect(['4006381333931', 'tea 4006', '4006'].map(searchedGtin)).toEqual(['04006381333931', 'tea 4006', '4006'])
})

test('stores no GTIN for an empty field, and translates the message of a wrong one', () => {
  expect(['', '  ', null].map((text) => OptionalGtin.parse(text))).toEqual([null, null, null])
  const messageOf = (text: string) => OptionalGtin.safeParse(text).error!.issues[0]!.message
  for (const text of ['40x', '123', '4006381333932']) {
    expect(validationMessage(messageOf(text), 'ruRU')).toMatch(/[а-я]/)
    expect(validationMessage(messageOf(text), 'enUS')).toBe(messageOf(text))
  }
})
