import { expect, test } from 'vitest'
import { durationWords, type JourneyRange, journeySentence } from './journey-sentence.ts'

const cold: JourneyRange = {
  min: 2,
  max: 7.94,
  unit: '°C',
  limit: 8,
  minimum: null,
  excursions: null,
  place: 'Port Klang',
  isOpen: false,
}
const once = { side: 'above', count: 1, seconds: 42 * 60, lastFrom: '2026-05-03T09:00:00Z', peak: 9.4 } as const
const cold2to8 = { minimum: 2, place: '' }
const below = { ...once, side: 'below', peak: 1.4 } as const

test.each<[string, Partial<JourneyRange>, string, string]>([
  ['stayed below the limit', {}, 'Kept between 2 and 7.9 °C all the way', 'Всю дорогу от 2 до 7,9 °C'],
  ['is under way', { isOpen: true, min: -3.25 }, 'Between −3.3 and 7.9 °C so far', 'До сих пор от −3,3 до 7,9 °C'],
  ['has one value', { min: 7.9, max: 7.9 }, 'Kept at 7.9 °C all the way', 'Всю дорогу 7,9 °C'],
  [
    'has one value and is under way',
    { min: 7.9, max: 7.9, limit: null, isOpen: true },
    'At 7.9 °C so far',
    'До сих пор 7,9 °C',
  ],
  ['has one value without a limit', { min: 4, max: 4, limit: null }, 'At 4 °C the whole time', 'Всё время 4 °C'],
  ['has no limit', { limit: null }, 'Between 2 °C and 7.9 °C', 'От 2 °C до 7,9 °C'],
  [
    'was above the limit once',
    { excursions: once },
    'Above 8 °C for 42 minutes on 3 May near Port Klang',
    'Выше 8 °C: 42 минуты, 3 мая (Port Klang)',
  ],
  [
    'was above it for one reading',
    { excursions: { ...once, seconds: 0 }, place: '' },
    'At 9.4 °C on 3 May, above the limit of 8 °C',
    '9,4 °C, 3 мая: выше порога 8 °C',
  ],
  [
    'was above it several times',
    { excursions: { ...once, count: 3, seconds: 7_500 }, place: '' },
    'Above 8 °C 3 times, 2 hours 5 minutes in total, the last time on 3 May',
    'Выше 8 °C: 3 раза, всего 2 часа 5 минут, последний раз 3 мая',
  ],
  ['stayed between both limits', cold2to8, 'Kept between 2 and 8 °C all the way', 'Всю дорогу от 2 до 8 °C'],
  [
    'is under way between both limits',
    { ...cold2to8, isOpen: true },
    'Between 2 and 8 °C so far',
    'До сих пор от 2 до 8 °C',
  ],
  [
    'was below the minimum once',
    { ...cold2to8, excursions: below },
    'Below 2 °C for 42 minutes on 3 May',
    'Ниже 2 °C: 42 минуты, 3 мая',
  ],
  [
    'was below it for one reading',
    { ...cold2to8, limit: null, excursions: { ...below, seconds: 0 } },
    'At 1.4 °C on 3 May, below the minimum of 2 °C',
    '1,4 °C, 3 мая: ниже минимума 2 °C',
  ],
  [
    'was below it several times',
    { ...cold2to8, excursions: { ...below, count: 2 } },
    'Below 2 °C 2 times, 42 minutes in total, the last time on 3 May',
    'Ниже 2 °C: 2 раза, всего 42 минуты, последний раз 3 мая',
  ],
  [
    'was out of both limits',
    { ...cold2to8, excursions: { ...below, side: 'both', count: 5 } },
    'Outside 2 to 8 °C 5 times, 42 minutes in total, the last time on 3 May',
    'Вне диапазона от 2 до 8 °C: 5 раз, всего 42 минуты, последний раз 3 мая',
  ],
])('says what was measured when the log %s [VE07]', (_, change, english, russian) => {
  const range = { ...cold, ...change }
  const plain = (text: string) => text.replaceAll(' ', ' ')
  expect([plain(journeySentence(range, 'enUS')), plain(journeySentence(range, 'ruRU'))]).toEqual([english, russian])
})

test('names the two largest units of a duration', () => {
  expect([30, 60, 3_600, 90_000, 345_600].map((seconds) => durationWords(seconds, 'enUS'))).toEqual([
    '1 minute',
    '1 minute',
    '1 hour',
    '1 day 1 hour',
    '4 days',
  ])
})
