// @vitest-environment node
import { expect, test } from 'vitest'
import { countryIn } from '#shared/core/i18n/country-code.ts'
import { labelIn } from './place-names.ts'

test('names countries in the language of the reader, and keeps unknown names [IN01]', () => {
  expect(labelIn('ruRU', 'Jakarta, Indonesia')).toBe('Jakarta, Индонезия')
  expect(labelIn('ruRU', 'Indonesia')).toBe('Индонезия')
  expect(labelIn('ruRU', 'Washington, D.C., United States')).toBe('Washington, D.C., Соединенные Штаты')
  expect(['Atlantis', ''].map((name) => countryIn('ruRU', name))).toEqual(['Atlantis', ''])
  expect(labelIn('enUS', 'Jakarta, Indonesia')).toBe('Jakarta, Indonesia')
})
