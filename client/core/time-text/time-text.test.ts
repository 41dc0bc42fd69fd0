import { expect, test } from 'vitest'
import { type DateOrder, readTimeText, wallTimeOf } from './time-text.ts'

const read = (text: string, order: DateOrder = 'dmy') => {
  const time = readTimeText(text)
  if ('problem' in time) return [time.problem, time.word].filter(Boolean).join(' ')
  const wall = wallTimeOf(time, order) ?? wallTimeOf(time, 'ymd')
  if (wall === undefined) return 'no day'
  const shown = new Date(wall)
    .toISOString()
    .replace('T', ' ')
    .replace(/:00\.000Z$|\.000Z$|Z$/, '')
  return time.offset === undefined ? shown : `${shown} ${time.offset}`
}
const [morning, evening] = ['2026-11-22 08:30', '2026-11-22 20:30']

test.each([
  ...['2026-11-22 08:30', '2026/11/22 08:30:00', '22.11.2026 08:30', '22.11.26 08:30', '22-11-2026 8:30'],
  ...['2026-11-22T08:30', '20261122T083000', '20261122 0830', '22.11.2026, 08:30 Uhr', 'So 22.11.2026 08:30'],
  ...[
    '22.11.2026 08.30',
    '22/11/2026 8h30',
    '2026年11月22日 8時30分',
    '2026년 11월 22일 8시 30분',
    '2026. 11. 22. 8:30',
  ],
  ...[
    '22 Nov 2026 08:30',
    '22-Nov-2026 08:30',
    'Nov 22, 2026 08:30',
    'November 22nd, 2026 8:30',
    '22. November 2026 08:30',
  ],
  ...['22 novembre 2026 08:30', '22 de noviembre de 2026 8:30', '22 ноября 2026 г., 08:30', '22 нояб. 2026 08:30'],
  ...[
    'Sun Nov 22 08:30:00 2026',
    'dim. 22 nov. 2026 à 08:30',
    '22 nov 2026 08:30',
    '22 kasım 2026 08:30',
    '08:30 22-11-2026',
  ],
  ...[
    '2026/11/22 上午 08:30',
    '2026/11/22 上午8:30',
    '2026/11/22 午前8:30',
    '2026. 11. 22. 오전 8:30',
    '22/11/2026 8:30 π.μ.',
  ],
  ...['22/11/2026 8:30 ص', '٢٢/١١/٢٠٢٦ ٠٨:٣٠', '22/11/2026 8:30 a. m.', '22/11/2026 8:30 a.m.', '22/11/2026 08:30AM'],
  ...['22/11/2026 8:30 a', 'AM 08:30 22/11/2026', '２０２６／１１／２２ ０８：３０', '2026-11-22 凌晨 8:30'],
])('reads the morning in %s [SE01]', (text) => {
  expect(read(text)).toBe(morning)
})

test.each([
  ...[
    '2026/11/22 下午 08:30',
    '2026/11/22 下午8:30:00',
    '2026/11/22 晚上 08:30',
    '2026/11/22 午後8:30',
    '2026년 11월 22일 오후 8:30',
  ],
  ...[
    '22/11/2026 8:30 μ.μ.',
    '22/11/2026 8:30 م',
    '22/11/2026 8:30 p. m.',
    '22/11/2026 8:30 p.m.',
    '22/11/2026 08:30PM',
  ],
  ...[
    '22/11/2026 8:30 p',
    'PM 08:30 22/11/2026',
    '22/11/2026 20:30 PM',
    '22 Nov 2026 08:30 pm',
    '22.11.2026 8:30 odp.',
  ],
])('reads the evening in %s [SE01]', (text) => {
  expect(read(text)).toBe(evening)
})

test.each([
  ['22/11/2026 12:00 AM', '2026-11-22 00:00'],
  ['22/11/2026 12:30 PM', '2026-11-22 12:30'],
  ['2026/11/22 中午 12:30', '2026-11-22 12:30'],
  ['2026-11-22 24:00', '2026-11-23 00:00'],
  ['2026-11-22 08:30:15.250', '2026-11-22 08:30:15.250'],
  ['22.11.2026 08:30:15,5', '2026-11-22 08:30:15.500'],
])('reads %s as %s [SE01]', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ...[
    ['Z', 0],
    [' UTC', 0],
    [' GMT', 0],
    [' GMT+2', 120],
    [' UTC+01:00', 60],
    [' (UTC-5)', -300],
    [' -03', -180],
  ],
  ...[
    ['+0530', 330],
    [' +05:30', 330],
    ['−03:00', -180],
    [' CET', 60],
    [' CEST', 120],
    [' MEZ', 60],
    [' JST', 540],
  ],
  ...[
    ['+01:00[Europe/Berlin]', 60],
    [' MSK', 180],
  ],
] as [string, number][])('reads the zone in 2026-11-22T08:30%s [SE01]', (zone, minutes) => {
  expect(read(`2026-11-22T08:30${zone}`)).toBe(`${morning} ${minutes}`)
})

test.each([
  ['2026-11-22 08:30 CST', 'zoneWord CST'],
  ['2026-11-22 08:30 IST', 'zoneWord IST'],
  ['2026-11-22 08:30 +25', 'zoneWord +25'],
  ['2026-11-22 08:30 XYZ', 'unknownWord xyz'],
  ['2026-11-22 15:30 AM', 'noTime'],
  ['2026-11-22 08:30 AM PM', 'noTime'],
  ['2026/11/22 晚上 12:30', 'noTime'],
  ['2026-11-22 08:30 17', 'noTime'],
  ['2026-11-22 24:10', 'noTime'],
  ['2026-11-22 08:61', 'noTime'],
  ['2026-11-22', 'noTime'],
  ['08:30', 'noTime'],
  ['31.02.2026 08:30', 'no day'],
  ['22 listopada 2026 08:30', 'unknownWord listopada'],
])('does not read %s and says %s [SE01]', (text, problem) => {
  expect(read(text)).toBe(problem)
})
