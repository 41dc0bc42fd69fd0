import { describe, expect, it, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { caseText, historyText, reasonText } from './reason-text.ts'
import type { TriggeredRule } from './rules.ts'
import { reasons } from './score/score.ts'

type History = Extract<TriggeredRule, { rule: 'visitors' }>
const history = (known: Partial<History>): History => ({
  ...{ rule: 'visitors', checks: 14, people: 12, countries: 3, days: 9 },
  ...{ reasons: ['kinds', 'newPhones'] },
  ...known,
})
const travel: TriggeredRule = { rule: 'travel', from: 'MY', to: 'DE', km: 9612, minutes: 40 }
const market: TriggeredRule = { rule: 'market', countries: ['DE', 'US'], people: 3 }
const consumed: TriggeredRule = { rule: 'consumed', at: '2026-05-03T10:00:00.000Z' }

describe('the reason of a warning [VD03]', () => {
  it('names the facts of a history, and what would be usual instead of the largest reason', () => {
    expect(reasonText(history({}), 'enUS')).toBe(
      'Scanned on 9 different days, by at least 12 phones of different kinds, in 3 countries. One item is usually scanned by fewer phones.',
    )
    expect(reasonText(history({}), 'ruRU')).toBe(
      'Код проверяли в 9 разных дней, не менее чем с 12 телефонов разных моделей, в 3 странах. Один товар обычно проверяют с меньшего числа телефонов.',
    )
    expect(reasonText(history({ reasons: ['networks', 'recentPhones'], countries: 1 }), 'enUS')).toBe(
      'Scanned on 9 different days, by at least 12 phones, through different networks. One item is usually scanned through fewer networks.',
    )
  })

  it('has no days when the warning is of version 0.1.0, which did not count them', () => {
    expect(reasonText(history({ reasons: [], days: 180 }), 'enUS')).toBe(
      'Scanned by at least 12 phones, in 3 countries. One item is usually scanned by fewer phones.',
    )
  })

  it('has the plural forms of both languages', () => {
    const [few, one] = [history({ people: 22, days: 3 }), history({ people: 21, days: 21, countries: 21 })]
    expect(reasonText(few, 'ruRU')).toContain('в 3 разных дня, не менее чем с 22 телефонов')
    expect(reasonText(one, 'ruRU')).toContain('в 21 день, не менее чем с 21 телефона разных моделей, в 21 стране')
    expect(reasonText(history({ people: 1, days: 1, countries: 2 }), 'enUS')).toContain('on 1 day, by at least 1 phone')
  })

  it('speaks of the locations of networks when it is about places', () => {
    expect(reasonText(travel, 'enUS')).toBe(
      'Scanned by a phone in a network of Malaysia, and 40 minutes later by a phone in a network of Germany, 9,600 km away. One item cannot travel that fast. In rare cases the location of a network is wrong.',
    )
    const travelWithin: TriggeredRule = { ...travel, to: 'MY', minutes: 180 }
    for (const fired of [travel, travelWithin, market]) {
      expect(reasonText(fired, 'enUS')).toContain('network')
      expect(reasonText(fired, 'ruRU')).toMatch(/сет[ьи]/)
      expect(caseText({ fired, report: null }, 'enUS', '')).toContain('network')
      expect(caseText({ fired, report: null }, 'ruRU', '')).toMatch(/сет[ьи]/)
    }
  })

  it.each(languages)('is a whole sentence without a judgement for each most unusual fact (%s)', (language) => {
    const all = [
      travel,
      market,
      consumed,
      { ...consumed, rule: 'expired' as const },
      ...reasons.map((reason) => history({ reasons: [reason] })),
      history({ reasons: [] }),
    ]
    for (const fired of all) {
      for (const text of [reasonText(fired, language), caseText({ fired, report: null }, language, '')]) {
        expect(text).not.toMatch(/{{|undefined|fake|поддел|, ,|\s\.|г\.\.$/i)
        expect(text).toMatch(/^\p{Lu}|^\d/u)
      }
    }
  })

  it('tells the brand the event, not what shoppers read', () => {
    expect(reasonText(consumed, 'enUS')).toBe('The brand marked this item as used on 3 May 2026.')
    expect(caseText({ fired: consumed, report: null }, 'enUS', 'Shopper report')).toBe(
      'A used item was scanned: you marked it as used on 3 May 2026',
    )
    expect(caseText({ fired: history({}), report: null }, 'enUS', 'Shopper report')).toBe(
      'More scans than usual for one item: scanned on 9 different days, by at least 12 phones of different kinds, in 3 countries',
    )
    expect(caseText({ fired: null, report: { note: 'Looks odd' } }, 'enUS', 'Shopper report')).toBe(
      'Shopper report: Looks odd',
    )
  })
})

test('says that no earlier scan is known only if none is, even one with the same kind of phone [VD03]', () => {
  expect(historyText({ checks: 1, isFirst: true }, 'enUS')).toBe('No earlier scan of this code is known')
  expect(historyText({ checks: 1, isFirst: false }, 'enUS')).toBe(
    'Scanned before with a phone of the same kind as yours. That may have been you.',
  )
  expect(historyText({ checks: 3, isFirst: false }, 'enUS')).toBe('Scanned 2 times before')
  expect(historyText({ checks: 2, isFirst: false }, 'ruRU')).toBe('Ранее код проверяли 1 раз')
})
