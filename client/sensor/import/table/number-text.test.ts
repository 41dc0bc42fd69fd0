import { expect, test } from 'vitest'
import { convertValue, readNumberText } from './number-text.ts'

test.each([
  ['4.1', '.', { value: 4.1 }],
  ['4,1', ',', { value: 4.1 }],
  ['−0,4', ',', { value: -0.4 }],
  ['+4', '.', { value: 4 }],
  ['.5', '.', { value: 0.5 }],
  ['٤,١', ',', { value: 4.1 }],
  ['4.1 C', '.', { value: 4.1, unit: '°C' }],
  ['39°F', '.', { value: 39, unit: '°F' }],
  ['277,3 K', ',', { value: 277.3, unit: 'K' }],
  ['4.1℃', '.', { value: 4.1, unit: '°C' }],
  ['55 %rh', '.', { value: 55, unit: '%RH' }],
  ['1.234,5', ',', { problem: 'thousands' }],
  ['1,234.5', '.', { problem: 'thousands' }],
  ['1,234', '.', { problem: 'thousands' }],
  ["1'234.5", '.', { problem: 'thousands' }],
  ['4.2', ',', { problem: 'otherDecimal' }],
  ['4,2', '.', { problem: 'otherDecimal' }],
  ['4,2 !', ',', { problem: 'marked' }],
  ['*4.2', '.', { problem: 'marked' }],
  ['4.2.1', '.', { problem: 'marked' }],
  ['<-40', '.', { problem: 'marked' }],
  ['---', '.', { problem: 'noValue' }],
  ['NaN', '.', { problem: 'noValue' }],
  ['', '.', { problem: 'noValue' }],
  ['C', '.', { problem: 'noValue' }],
] as const)('reads the value %s with the decimal sign %s [SE01]', (cell, decimal, expected) => {
  expect(readNumberText(cell, decimal)).toEqual(expected)
})

test('converts a value only between units of a temperature [SE01]', () => {
  expect([convertValue(277.25, 'K', '°C'), convertValue(273.15, 'K', '°F'), convertValue(41, '°F', '°C')]).toEqual([
    4.1, 32, 5,
  ])
  expect([convertValue(55, '%RH', '°C'), convertValue(55, '%RH', '%RH')]).toEqual([undefined, 55])
})
