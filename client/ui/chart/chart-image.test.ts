import { expect, test, vi } from 'vitest'
import { composeImage, wrappedLines } from './chart-image.ts'

const widthOf = (text: string) => text.length

test('divides the line about a chart into lines that fit into its image [IN03]', () => {
  expect(wrappedLines('Codes created and scans', 13, widthOf)).toEqual(['Codes created', 'and scans'])
  expect(wrappedLines('Codes', 2, widthOf)).toEqual(['Codes'])
  expect(wrappedLines('', 10, widthOf)).toEqual([])
})

test('draws the heading, the legend and the numbers left of an axis in the image of a chart [IN03]', () => {
  // A document of the test has no canvas to measure text with.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const frame = document.createElement('div')
  frame.innerHTML = `<svg data-legend="Verify"><line stroke="currentColor"></line></svg>
    <svg data-chart="A year"><g><svg style="overflow: visible"><text>60</text></svg></g></svg>
    <p data-credits>Map: <a href="https://tiles.example">Tiles</a></p>`
  document.body.append(frame)
  const { svg } = composeImage(frame, { title: 'Scanning activities', hint: 'Scans in each day' })
  const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts).toEqual(['Scanning activities', 'Scans in each day', 'A year', '60', 'Verify', 'Map: Tiles'])
  // Numbers of an axis end where their own drawing begins.
  const axis = [...svg.querySelectorAll('svg')].find((one) => one.style.overflow === 'visible')
  expect(axis?.textContent).toBe('60')
  expect(svg.querySelectorAll('line')).toHaveLength(1)
})

test('lays the canvases of one chart on each other in its image [IN03]', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:,')
  const frame = document.createElement('div')
  frame.innerHTML = '<div data-chart=""><canvas></canvas><div><canvas></canvas></div></div><svg data-chart=""></svg>'
  document.body.append(frame)
  const { svg } = composeImage(frame, { title: 'Map' })
  const [below, above] = [...svg.querySelectorAll('image')].map((image) => image.getAttribute('y'))
  expect(above).toBe(below)
  expect(svg.querySelector('svg')!.getAttribute('y')).not.toBe(below)
})
