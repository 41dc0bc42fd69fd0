import { expect, test } from 'vitest'
import { type LineProblem, readLoggerFile } from './read-log.ts'
import { guessFormat } from './table/guess-format.ts'
import type { FileUnit } from './table/number-text.ts'

type Options = { timeZone?: string; unit?: FileUnit; column?: number; acceptsFaults?: boolean }

const read = (text: string, { timeZone = 'UTC', unit, column, acceptsFaults = false }: Options = {}) => {
  const lines = text.split('\n')
  const guessed = guessFormat(lines, 'temperature')!
  const format = { ...guessed, valueColumn: column ?? guessed.valueColumn }
  const fileUnit = unit ?? guessed.columns[format.valueColumn!]?.unit ?? '°C'
  return { format, log: readLoggerFile(lines, { format, timeZone, fileUnit, sensorUnit: '°C', acceptsFaults }) }
}
const short = ({ readings }: { readings: { value: number; createdAt: string }[] }) =>
  readings.map(({ value, createdAt }) => `${createdAt.slice(0, 16)} ${value}`)
const refused = ({ problems }: { problems: { line: number; problem: LineProblem }[] }) =>
  problems.map(({ line, problem }) => `${line} ${problem}`)

const days = (dates: string[]) => `Time;Temp °C\n${dates.map((day) => `${day} 10:00;4`).join('\n')}`

test('knows the order of day and month only if the file settles it [SE01]', () => {
  const orders = (dates: string[]) =>
    guessFormat(days(dates).split('\n'), 'temperature')!.orders.map(({ order }) => order)
  expect(orders(['01/02/2026', '02/02/2026', '03/02/2026'])).toEqual(['dmy'])
  expect(orders(['02/01/2026', '02/02/2026', '02/03/2026'])).toEqual(['mdy'])
  expect(orders(['02/13/2026', '02/01/2026'])).toEqual(['mdy'])
  expect(orders(['02/01/2026'])).toEqual(['dmy', 'mdy'])
  expect(orders(['02.01.2026'])).toEqual(['dmy'])
  expect(orders(['02.01.26'])).toEqual(['ymd', 'dmy'])
  expect(orders(['2026-01-02'])).toEqual(['ymd'])
})

const berlin = { timeZone: 'Europe/Berlin' }
const autumn = (times: string[]) => `Zeit;Temperatur °C\n${times.map((time) => `25.10.2026 ${time};4,0`).join('\n')}`
const hours = (text: string) => short(read(text, berlin).log).map((line) => line.slice(11, 16))

test('tells the two hours apart by the order of the lines when clocks were put back [SE01]', () => {
  const times = ['01:50', '02:20', '02:50', '02:20', '02:50', '03:20']
  const instants = ['23:50', '00:20', '00:50', '01:20', '01:50', '02:20']
  expect(hours(autumn(times))).toEqual(instants)
  expect(hours(autumn(times.toReversed()))).toEqual(instants)
  const { log } = read(autumn(times.toReversed()), berlin)
  expect(log).toMatchObject({ isDescending: true, hasRepeatedHour: true })
  // The log shows itself that its clock was put back.
  expect(log.fixedZone).toBeUndefined()
  // A log that begins or ends in this hour: its lines are beside the only others.
  expect(hours(autumn(['02:20', '02:50', '03:20']))).toEqual(['01:20', '01:50', '02:20'])
  expect(hours(autumn(['01:50', '02:20', '02:50']))).toEqual(['23:50', '00:20', '00:50'])
  expect(hours(autumn(['02:00', '02:00', '03:00']))).toEqual(['00:00', '01:00', '02:00'])
})

test('refuses the hour that clocks showed twice, and names the zone of a clock that is not changed [SE01]', () => {
  const { log } = read(autumn(['01:50', '02:20', '02:50', '03:20']), berlin)
  expect(refused(log)).toEqual(['3 repeatedHour', '4 repeatedHour'])
  expect(log.fixedZone).toBe('UTC+01:00')
})

test('refuses times that clocks of the zone skipped, and reads them in a zone that is not changed [SE01]', () => {
  const text = 'Zeit;Temperatur °C\n29.03.2026 01:50;4,0\n29.03.2026 02:10;9,5\n29.03.2026 03:20;4,0'
  const { log } = read(text, berlin)
  expect(refused(log)).toEqual(['3 skippedHour'])
  expect(log.fixedZone).toBe('UTC+01:00')
  const fixed = read(text, { timeZone: 'UTC+01:00' }).log
  expect(short(fixed)).toEqual(['2026-03-29T00:50 4', '2026-03-29T01:10 9.5', '2026-03-29T02:20 4'])
  expect(fixed.fixedZone).toBeUndefined()
})

test('names the zone of an unchanged clock for a log in summer, and none for times with an offset [SE01]', () => {
  const inSummer = (zone: string) => read(`Time,Temp °C\n2026-07-01 10:00${zone},4\n`, berlin).log.fixedZone
  expect([inSummer(''), inSummer(' UTC')]).toEqual(['UTC+01:00', undefined])
  expect(read('Time,Temp °C\n2026-01-01 10:00,4\n', berlin).log.fixedZone).toBeUndefined()
})

test('refuses each value that is no reading, with its reason [SE01]', () => {
  const values = ['4,1', '-999,9', '---', 'NaN', '85,0', '4,2 !', '−0,4', '1.234,5', '4.3']
  const text = `Time;Temp °C\n${values.map((value, at) => `2026-11-22 08:0${at};${value}`).join('\n')}`
  const { format, log } = read(text)
  expect(format).toMatchObject({ separator: ';', decimal: ',', valueColumn: 1 })
  expect(short(log)).toEqual(['2026-11-22T08:00 4.1', '2026-11-22T08:06 -0.4'])
  expect(refused(log)).toEqual([
    ...['3 outOfRange', '4 noValue', '5 noValue', '6 faultValue', '7 marked', '9 thousands', '10 otherDecimal'],
  ])
  expect(short(read(text, { acceptsFaults: true }).log)).toContain('2026-11-22T08:04 85')
})

test('reads a value that loggers store for a fault if the readings beside it are as high [SE01]', () => {
  const { log } = read('Time;Temp °C\n2026-11-22 08:00;79,5\n2026-11-22 08:10;85,0\n2026-11-22 08:20;85,0\n')
  expect(log.readings).toHaveLength(3)
})

test('takes no column for the temperature that its heading does not name, and asks which of several [SE01]', () => {
  const columnOf = (text: string) => guessFormat(text.split('\n'), 'temperature')!.valueColumn
  const row = '2026-11-22 08:00'
  expect(columnOf(`Time;RH %;Probe 1 °F;Probe 2 °F\n${row};55;39,2;14,0`)).toBeUndefined()
  expect(columnOf(`Time;RH %;Battery V\n${row};55;3,1`)).toBeUndefined()
  expect(columnOf(`Time;RH %;Dew point °C;Temp °C;High limit °C\n${row};55;-3;4;8`)).toBe(3)
  expect(columnOf(`${row};55;4,1`)).toBeUndefined()
  expect(columnOf(`${row};55 %;4,1 °C`)).toBe(2)
  expect(columnOf('2026-06-24 14:20 11.8\n2026-06-24 14:30 11.2')).toBeUndefined()
})

test('never takes the digits behind a decimal comma for a value [SE01]', () => {
  const text = 'Time,Temp °C\n2026-11-22 08:00,4,1\n2026-11-22 08:10,9,6\n2026-11-22 08:20,4\n'
  expect(short(read(text).log)).toEqual(['2026-11-22T08:00 4.1', '2026-11-22T08:10 9.6', '2026-11-22T08:20 4'])
  const lines = text.split('\n').slice(1)
  expect(guessFormat(lines, 'temperature')).toMatchObject({ isDecimalUnsure: true })
  const signs = { separator: ',', decimal: ',' } as const
  expect(guessFormat(lines, 'temperature', signs)!.columns[1]).toMatchObject({ samples: ['4,1', '9,6', '4'] })
})

test('converts the unit of a cell or of the file to that of the sensor [SE01]', () => {
  const text = 'Time;Temp\n2026-05-03 10:00;41 °F\n2026-05-03 10:10;5 C\n2026-05-03 10:20;278,15\n'
  expect(short(read(text, { unit: 'K' }).log).map((line) => line.slice(17))).toEqual(['5', '5', '5'])
})

test('refuses a clock of 12 hours without am and pm [SE01]', () => {
  const text = 'Time;Temp °C\n2026-05-03 11:00;4\n2026-05-03 12:00;4\n2026-05-03 01:00;4\n'
  expect(refused(read(text).log)).toEqual(['2 halfDay', '3 halfDay', '4 halfDay'])
})

test('refuses another table in the same file, and times with two values [SE01]', () => {
  const text =
    'Time;Temp °C\n2026-05-03 10:00;4\n2026-05-03 10:10;4\n2026-05-03 10:10;5\n2026-05-03 10:00;4\nTime;RH %\n2026-05-03 10:00;55\n'
  expect(refused(read(text).log)).toEqual(['3 conflict', '4 conflict', '5 repeated', '6 otherTable', '7 otherTable'])
})

test('counts each line as heading, reading or refused [SE01]', () => {
  const text = 'Logger;TL-9\n\nTime;Temp °C\nbad;4\n2026-05-03 10:00;"4\n2026-05-03 10:10;4\n\nEnd of report\n'
  const { log } = read(text)
  expect([log.headingLines, log.readings.length, log.problems.length]).toEqual([2, 1, 3])
})

test('says at which line the times go back [SE01]', () => {
  const text = 'Time;Temp °C\n2026-05-03 10:00;4\n2026-05-03 10:10;4\n2026-05-03 09:00;4\n2026-05-03 10:20;4\n'
  expect(read(text).log.jumpLine).toBe(4)
})

test('finds no format in a file without readings [SE01]', () => {
  expect(guessFormat(['name,price', 'Tea,4.50'], 'temperature')).toBeUndefined()
  expect(guessFormat([''], 'temperature')).toBeUndefined()
})
