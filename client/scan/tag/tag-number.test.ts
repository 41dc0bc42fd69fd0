import { expect, test } from 'vitest'
import { numberOfTag, tagNumber } from './tag-number.ts'

test.each([
  ['S-7', 'S-7'],
  [' 04:a2:24:1b ', '04A2241B'],
  ['https://sensors.example/sensor?sensorId=7&name=Cellar', '7'],
  ['https://sensors.example/tags/04A2241B/', '04A2241B'],
  ['https://sensors.example/', ''],
  ['https://sensors.example/K%C3%BChlraum', 'Kühlraum'],
  ['https://shop.example/50%off', '50%off'],
  ['', ''],
])('returns the number of a tag with the content %j [OF04]', (text, number) => {
  expect(tagNumber(text)).toBe(number)
})

test('identifies a tag by its serial number, or by its content [OF04]', () => {
  expect(numberOfTag({ serial: '04FF', text: 'S-7', senml: undefined })).toBe('04FF')
  expect(numberOfTag({ serial: '', text: 'S-7', senml: undefined })).toBe('S-7')
  expect(numberOfTag({ serial: '', text: undefined, senml: undefined })).toBe('')
})
