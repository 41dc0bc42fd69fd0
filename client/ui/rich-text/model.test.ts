import { expect, test } from 'vitest'
import { Delta } from '#shared/customization/delta.ts'
import { breakLine, formatAt, formatLines, formatWords, isAtFormattedStart, replace, textOf, tidied } from './model.ts'

const plain = { ops: [{ insert: 'Green tea\nfrom hills\n' }] }
const at = (from: number, to = from) => ({ from, to })

test('CU02 words take a format, and give it back', () => {
  const bold = formatWords(plain, at(0, 5), { bold: true })
  expect(bold.ops).toEqual([{ insert: 'Green', attributes: { bold: true } }, { insert: ' tea\nfrom hills\n' }])
  expect(formatAt(bold, at(0, 5))).toEqual({ bold: true })
  expect(formatAt(bold, at(0, 9))).toEqual({})
  expect(formatWords(bold, at(0, 5), { bold: undefined })).toEqual(plain)
})

test('CU02 lines take a kind, and one kind replaces another', () => {
  const list = formatLines(plain, at(2, 12), { list: 'bullet' })
  expect(list.ops).toEqual([
    { insert: 'Green tea' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'from hills' },
    { insert: '\n', attributes: { list: 'bullet' } },
  ])
  const heading = formatLines(formatLines(list, at(0), { align: 'center' }), at(0), { header: 2 })
  expect(formatAt(heading, at(0))).toEqual({ header: 2, align: 'center' })
  expect(formatAt(heading, at(12))).toEqual({ list: 'bullet' })
})

test('CU02 a new line goes on with a list, leaves a heading, and ends the list where the item is empty', () => {
  const list = formatLines({ ops: [{ insert: 'One\n' }] }, at(0), { list: 'ordered' })
  const two = breakLine(list, at(3))
  expect(textOf(two)).toBe('One\n\n')
  expect(formatAt(two, at(4))).toEqual({ list: 'ordered' })
  const ended = breakLine(two, at(4))
  expect(textOf(ended)).toBe('One\n\n')
  expect(formatAt(ended, at(4))).toEqual({})
  const heading = breakLine(formatLines(plain, at(0), { header: 1 }), at(9))
  expect(formatAt(heading, at(3))).toEqual({ header: 1 })
  expect(formatAt(heading, at(10))).toEqual({})
})

test('CU02 what is written has the format of its neighbour; the last line break stays', () => {
  const bold = formatWords(plain, at(0, 5), { bold: true })
  expect(replace(bold, at(5), '!').ops[0]).toEqual({ insert: 'Green!', attributes: { bold: true } })
  expect(replace(plain, at(0, 21), '').ops).toEqual([{ insert: '\n' }])
  expect(isAtFormattedStart(formatLines(plain, at(12), { blockquote: true }), at(10))).toBe(true)
  expect(isAtFormattedStart(plain, at(10))).toBe(false)
})

test('CU02 every text that the editor writes is one that the server takes', () => {
  const steps = [
    formatWords(plain, at(0, 5), { size: 'huge', script: 'super', code: true }),
    formatLines(plain, at(0, 21), { 'code-block': true, align: 'justify' }),
    replace(plain, at(3, 12), '🍵 \n ☕'),
    tidied({ ops: [] }),
  ]
  for (const step of steps) expect(Delta.parse(step)).toEqual(step)
})
