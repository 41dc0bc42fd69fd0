import { expect, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { headlineOf } from './headline.ts'

const item = { level: 'first', checks: 1, isFirst: true, countries: 0, fired: [], recall: null } as const
const doubtful = {
  genuine: item,
  caution: { ...item, level: 'caution' },
  suspected_copy: { ...item, level: 'suspected_copy' },
} as const

test.each(languages)('offers to compare photos only where there are some (%s) [VD05]', (language) => {
  for (const [kind, judged] of Object.entries(doubtful)) {
    const next = (hasPhotos: boolean) =>
      headlineOf(verifyResponseFixture({ item: { ...judged, fired: [] }, hasPhotos }), language).next
    expect(next(true), kind).toMatch(/photo|фотографи/i)
    expect(next(false), kind).not.toMatch(/photo|фотографи/i)
  }
})

test('says that a code is scanned for the first time only if no other scan is known [VD03]', () => {
  const history = (known: object) =>
    headlineOf(verifyResponseFixture({ item: { ...item, fired: [], ...known } }), 'enUS').history
  expect(history({})).toBe('First time this code has been scanned')
  expect(history({ isFirst: false })).toBe('Scanned before with the same kind of phone. It may have been yours')
  expect(history({ level: 'recognised', checks: 3, isFirst: false })).toBe('Scanned 2 times before')
})

test('says how many letters a damaged code lacks or has too many [VE04]', () => {
  const lead = (kind: 'short' | 'long' | 'doubled' | 'letter', letters: number) =>
    headlineOf(verifyResponseFixture({ verdict: 'damaged', item: null, damage: { kind, letters } }), 'enUS').lead
  expect(lead('short', 41)).toBe('One letter is missing: it has 41 of 42 letters and digits.')
  expect(lead('short', 30)).toBe('Letters are missing: it has 30 of 42 letters and digits.')
  expect(lead('long', 43)).toBe('It has one letter too many: 43 instead of 42.')
  expect(lead('doubled', 84)).toBe('It contains the code more than once.')
})
