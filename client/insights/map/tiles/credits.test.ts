import { expect, test } from 'vitest'
import { creditsOf } from './credits.ts'

test('keeps the text and the web links of an attribution, and removes all other markup [IN04]', () => {
  expect(
    creditsOf('© <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a> contributors'),
  ).toEqual([
    { text: '© ' },
    { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
    { text: ' contributors' },
  ])
  expect(
    creditsOf('<script>alert(1)</script><a href="javascript:alert(1)"><b>Tiles</b></a><img src=x onerror="alert(1)">'),
  ).toEqual([{ text: 'Tiles' }])
  expect(creditsOf('')).toEqual([])
})
