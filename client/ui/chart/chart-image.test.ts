// @vitest-environment node
import { expect, test } from 'vitest'
import { linesOf } from './chart-image.ts'

const widthOf = (text: string) => text.length

test('IN03 divides the line about a chart into lines that fit into its image', () => {
  expect(linesOf('Codes created and scans', 13, widthOf)).toEqual(['Codes created', 'and scans'])
  expect(linesOf('Codes', 2, widthOf)).toEqual(['Codes'])
  expect(linesOf('', 10, widthOf)).toEqual([])
})
