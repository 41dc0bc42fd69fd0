import { expect, test } from 'vitest'
import { MultiLine, SingleLine } from './fields.ts'

test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'rejects %j inside a text of one line, and accepts it in a text of several lines',
  (lineBreak) => {
    const text = `Total: 5${lineBreak}Total: 500`
    expect(SingleLine(100).safeParse(text).error?.issues[0]?.message).toBe('Please write this on one line')
    expect(MultiLine(100).parse(text)).toBe(text)
    // A line break at an end is white space, as pasted texts have it.
    expect(SingleLine(100).safeParse(`Total: 5${lineBreak}`).success).toBe(lineBreak !== '\u0085')
  },
)
