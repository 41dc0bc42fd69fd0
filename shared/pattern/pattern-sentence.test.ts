import { expect, test } from 'vitest'
import type { PatternFacts } from './contract.ts'
import { patternSentence } from './pattern-sentence.ts'

const inBoth = (facts: PatternFacts) => {
  const seen = { facts, firstSerial: 401, lastSerial: 1500, codes: 1100 }
  return [patternSentence(seen, 'enUS'), patternSentence(seen, 'ruRU')]
}

test('says where the codes of a diverted shipment are scanned, in the forms of each count', () => {
  const diverted = { kind: 'diverted', shipment: 'S-12', country: 'RU', destination: 'SG' } as const
  expect(inBoth({ ...diverted, looks: 1042, looksAtDestination: 1 })).toEqual([
    'Shipment S-12 arrived in Singapore, but its codes are mostly scanned in Russia: 1,042 times there, 1 time in Singapore.',
    'Отправление S-12 пришло к получателю (Сингапур), но его коды сканируют в основном в другой стране. Россия: 1\u00a0042 раза, Сингапур: 1 раз.',
  ])
})

test('says how often and on how many days codes were scanned before their shipment', () => {
  const early = { kind: 'early' as const, countries: ['FR', 'DE'], looks: 21, days: 1 }
  expect([...inBoth({ ...early, neverShipped: false }), ...inBoth({ ...early, neverShipped: true })]).toEqual([
    'Codes were scanned before they were shipped: 21 times on 1 day, in France, Germany.',
    'Коды сканировали ещё до отгрузки: 21 раз за 1 день. Страны: Франция, Германия.',
    'Codes of an order that was never shipped were scanned 21 times on 1 day, in France, Germany.',
    'Заказ не отгружали, но его коды сканируют: 21 раз за 1 день. Страны: Франция, Германия.',
  ])
})

test('names the serial numbers of a window, and what would be usual', () => {
  const harvest = { kind: 'harvest', found: 80, expected: 12.4 } as const
  expect([...inBoth({ ...harvest, sign: 'scanned' }), ...inBoth({ ...harvest, sign: 'again' })]).toEqual([
    'Codes 401 to 1,500 were scanned unusually often: 80 of them at least once, 12 would be usual for this order.',
    'Коды с 401 по 1\u00a0500 сканируют необычно часто: хотя бы один раз отсканировано 80, а судя по остальному заказу, было бы около 12.',
    'Codes 401 to 1,500 come back unusually often: 80 of them were scanned by a second kind of phone on another day, 12 would be usual.',
    'Коды с 401 по 1\u00a0500 необычно часто сканируют снова: 80 из них в другой день отсканировал другой телефон, а судя по остальному заказу, было бы около 12.',
  ])
})
