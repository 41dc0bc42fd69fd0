import { expect, test, vi } from 'vitest'
import { composeImage, wrappedLines } from './chart-image.ts'

const widthOf = (text: string) => text.length

test('IN03 divides the line about a chart into lines that fit into its image', () => {
  expect(wrappedLines('Codes created and scans', 13, widthOf)).toEqual(['Codes created', 'and scans'])
  expect(wrappedLines('Codes', 2, widthOf)).toEqual(['Codes'])
  expect(wrappedLines('', 10, widthOf)).toEqual([])
})

test('IN03 draws the heading, the legend and the numbers left of an axis in the image of a chart', () => {
  // A document of the test has no canvas to measure text with.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const frame = document.createElement('div')
  frame.innerHTML = `<svg data-legend="Verify"><line stroke="currentColor"></line></svg>
    <svg data-chart="A year"><g><svg style="overflow: visible"><text>60</text></svg></g></svg>`
  document.body.append(frame)
  const { svg } = composeImage(frame, { title: 'Scanning activities', hint: 'Scans in each day' })
  const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts).toEqual(['Scanning activities', 'Scans in each day', 'A year', '60', 'Verify'])
  // Numbers of an axis end where their own drawing begins.
  const axis = [...svg.querySelectorAll('svg')].find((one) => one.style.overflow === 'visible')
  expect(axis?.textContent).toBe('60')
  expect(svg.querySelectorAll('line')).toHaveLength(1)
})
