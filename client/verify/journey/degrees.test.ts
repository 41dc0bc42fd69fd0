// @vitest-environment node
import { expect, test } from 'vitest'
import { degreesText } from './degrees.ts'

test.each([
  [15.24, '15.2 °C', '15,2 °C'],
  [-3.5, '−3.5 °C', '−3,5 °C'],
  [8, '8.0 °C', '8,0 °C'],
])('writes %d °C in the notation of the language [VE07]', (temp, english, russian) => {
  expect([degreesText(temp, 'enUS'), degreesText(temp, 'ruRU')]).toEqual([english, russian])
})
