import { expect, test } from 'vitest'
import { guessFormat } from './guess-format.ts'
import { namedUnit, readLoggerFile } from './read-log.ts'

const read = (text: string, timeZone = 'UTC') => {
  const format = guessFormat(text)!
  return { format, log: readLoggerFile(text, { format, timeZone, fileUnit: '°C', sensorUnit: '°C' }) }
}
const short = ({ readings }: { readings: { value: number; createdAt: string }[] }) =>
  readings.map(({ value, createdAt }) => `${createdAt.slice(0, 16)} ${value}`)

test.each([
  [
    'a German logger with lines above the table, decimal comma and a count',
    'Gerät;TL-9\nSeriennummer;4711\n\nNr;Zeitstempel;Temperatur °C\n1;03.05.2026 10:00:00;4,5\n2;03.05.2026 10:10:00;-0,5\n',
    { separator: ';', decimal: ',', dateOrder: 'dmy', valueColumn: 2, isOrderUnsure: false },
    ['2026-05-03T10:00 4.5', '2026-05-03T10:10 -0.5'],
  ],
  [
    'an American logger with am and pm, and quotes',
    '"Plot Title: Truck 7"\n"#","Date Time, GMT-05:00","Temp, °C"\n1,"05/13/26 11:50:00 PM",4.1\n2,"05/14/26 12:00:00 AM",4.2\n3,"05/14/26 12:10:00 PM",4.3\n',
    { separator: ',', decimal: '.', dateOrder: 'mdy', valueColumn: 2, isOrderUnsure: false },
    ['2026-05-13T23:50 4.1', '2026-05-14T00:00 4.2', '2026-05-14T12:10 4.3'],
  ],
  [
    'ISO times with a difference from UTC',
    'time,value\n2026-05-03T10:00:00+08:00,4.5\n2026-05-03T02:10:00Z,5\n',
    { separator: ',', dateOrder: 'ymd', valueColumn: 1 },
    ['2026-05-03T02:00 4.5', '2026-05-03T02:10 5'],
  ],
  [
    'date and time in two columns, humidity behind the temperature, tabs',
    'Date\tTime\tTemperature\tHumidity\n03/05/2026\t10:00\t4.5\t60\n03/05/2026\t22:00\t4.5\t61\n04/05/2026\t10:00\t4.5\t61\n',
    { separator: '\t', dateOrder: 'dmy', dateColumn: 0, clockColumn: 1, valueColumn: 2 },
    ['2026-05-03T10:00 4.5', '2026-05-03T22:00 4.5', '2026-05-04T10:00 4.5'],
  ],
  [
    'the date behind the time of day, also with a difference from UTC',
    'time,value\n14:05 24-11-2026,4.5\n14:15+08:00 24-11-2026,5\n',
    { separator: ',', dateOrder: 'dmy', dateColumn: 0, clockColumn: 0 },
    ['2026-11-24T14:05 4.5', '2026-11-24T06:15 5'],
  ],
  [
    'a unit behind each value, and a decimal comma with quotes',
    'Zeit,Wert\n2026-05-03 10:00,"4,5 °C"\n2026-05-03 10:10,"5,5 °C"\n',
    { separator: ',', decimal: ',', dateOrder: 'ymd' },
    ['2026-05-03T10:00 4.5', '2026-05-03T10:10 5.5'],
  ],
])('SE01 reads %s', (_, text, format, readings) => {
  const found = read(text)
  expect(found.format).toMatchObject(format)
  expect(short(found.log)).toEqual(readings)
  expect(found.log.problems).toEqual([])
})

test('SE01 chooses the order of day and month in which the times increase, and reports when both orders fit', () => {
  const days = (lines: string[]) => `Time;Temp\n${lines.map((day) => `${day} 10:00;4`).join('\n')}`
  expect(guessFormat(days(['01/02/2026', '02/02/2026', '03/02/2026']))).toMatchObject({ dateOrder: 'dmy' })
  expect(guessFormat(days(['02/01/2026', '02/02/2026', '02/03/2026']))).toMatchObject({ dateOrder: 'mdy' })
  expect(guessFormat(days(['02/02/2026']))).toMatchObject({ isOrderUnsure: true })
})

test('SE01 reads the repeated hour of a clock change in the order of the lines', () => {
  const lines = ['01:50', '02:20', '02:50', '02:20', '02:50', '03:20'].map((time) => `25.10.2026 ${time};4,0`)
  const { log } = read(`Zeit;Temperatur\n${lines.join('\n')}`, 'Europe/Berlin')
  expect(short(log).map((line) => line.slice(11, 16))).toEqual(['23:50', '00:20', '00:50', '01:20', '01:50', '02:20'])
  expect(log.hasRepeatedHour).toBe(true)
})

test('SE01 reports lines with a time that the clocks of the zone skipped, and lines without a value', () => {
  const text =
    'Zeit;Temperatur\n29.03.2026 01:50;4,0\n29.03.2026 02:10;4,0\n29.03.2026 03:10;Fehler\n29.03.2026 03:20;4,0\n'
  const { log } = read(text, 'Europe/Berlin')
  expect(log.problems).toMatchObject([
    { line: 3, problem: 'skippedHour' },
    { line: 4, problem: 'noValue' },
  ])
  expect(log.readings).toHaveLength(2)
})

test('SE01 converts the unit of the file to that of the sensor', () => {
  const text = 'Time;Temp (°F)\n2026-05-03 10:00;41\n'
  const format = guessFormat(text)!
  expect(namedUnit(format.columns)).toBe('°F')
  const log = readLoggerFile(text, { format, timeZone: 'UTC', fileUnit: '°F', sensorUnit: '°C' })
  expect(log.readings[0]!.value).toBe(5)
})

test('SE01 finds no format in a file without readings', () => {
  expect(guessFormat('name,price\nTea,4.50\n')).toBeUndefined()
  expect(guessFormat('')).toBeUndefined()
})
