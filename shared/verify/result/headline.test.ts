import { expect, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { TriggeredRule } from '#shared/verdict/rules.ts'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { headlineOf } from './headline.ts'
import { headlineText } from './headline-text.ts'
import { resultKinds } from './result-kind.ts'

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

test.each(languages)(
  'never says of a product that it is genuine, and repeats no other reason (%s) [VD05]',
  (language) => {
    const tag = /genuine tag|Подлинная метка/g
    const texts = resultKinds.flatMap((kind) => JSON.stringify(headlineText[language][kind]).replace(tag, ''))
    for (const text of texts) expect(text).not.toMatch(/genuine|authentic|original|подлин|оригинал/i)
    const hints = resultKinds.flatMap((kind) => {
      const { hint, hints = {} } = headlineText[language][kind]
      return [hint, ...Object.values(hints)]
    })
    expect(new Set(hints).size).toBe(hints.length)
  },
)

test('gives the reason of the first rule, and that of the brand before it [VD05]', () => {
  const lead = (known: Partial<ItemVerdict>) =>
    headlineOf(verifyResponseFixture({ item: { ...item, fired: [], ...known } }), 'enUS').lead
  const market = { rule: 'market' as const, countries: ['DE'], people: 3 } satisfies TriggeredRule
  const travel = { rule: 'travel' as const, from: 'MY', to: 'DE', km: 9612, minutes: 40 } satisfies TriggeredRule
  expect(lead({ level: 'caution', fired: [travel, market] })).toBe(
    'This code was scanned in places too far apart for one item.',
  )
  expect(lead({ level: 'caution', fired: [market] })).toMatch(/does not sell this product/)
  expect(lead({ level: 'suspected_copy', fired: [travel] })).toMatch(/several items probably have it/)
  expect(lead({ level: 'suspected_copy', fired: [travel], copied: true })).toMatch(/brand has found copies/)
})

test('says of an item with a checked scratch code so, and leaves the words of the brand out [SC01 VD05]', () => {
  const opening = { at: '2026-05-03T10:00:00.000Z', country: 'FR', city: 'Lyon', isOwn: false, claimedAt: null }
  const customization = { ...newCustomization(), verified_text: '100% genuine', isDraft: false, order: [] }
  const headline = (isOwn: boolean, fired: ItemVerdict['fired'] = []) =>
    headlineOf(
      verifyResponseFixture({ item: { ...item, fired }, customization, scratch: { opening: { ...opening, isOwn } } }),
      'enUS',
    )
  expect(headline(false)).toMatchObject({
    standing: 'opened',
    clean: true,
    tone: 'wait',
    headline: 'The hidden code was checked before',
  })
  expect(headline(true)).toMatchObject({ standing: 'genuine', headline: '100% genuine' })
  expect(headline(false, [{ rule: 'consumed', at: opening.at }]).standing).toBe('used_up')
})

test('says how many letters a damaged code lacks or has too many [VE04]', () => {
  const lead = (kind: 'short' | 'long' | 'doubled' | 'letter', letters: number) =>
    headlineOf(verifyResponseFixture({ verdict: 'damaged', item: null, damage: { kind, letters } }), 'enUS').lead
  expect(lead('short', 41)).toBe('One letter is missing: it has 41 of 42 letters and digits.')
  expect(lead('short', 30)).toBe('Letters are missing: it has 30 of 42 letters and digits.')
  expect(lead('long', 43)).toBe('It has one letter too many: 43 instead of 42.')
  expect(lead('doubled', 84)).toBe('It contains the code more than once.')
})
