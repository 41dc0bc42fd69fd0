import { expect, test } from 'vitest'
import { Delta } from '#shared/customization/rich-text-delta.ts'
import { allowedFormat, toAllowedDelta } from './allowed-formats.ts'

test('keeps only the text and the formats that the contract allows [CU02]', () => {
  const written = [
    { insert: 'Green', attributes: { bold: true, color: '#f00', link: 'javascript:alert(1)' } },
    { insert: { image: 'https://canary.example/x.png' } },
    { insert: ' tea\0', attributes: { bold: true, size: '40px' } },
    { insert: '\n', attributes: { list: 'checked', align: 'right', header: 9, 'code-block': 'javascript' } },
    { insert: { video: 'https://canary.example' } },
    { insert: '<img src=x onerror=alert(1)>' },
    { insert: '\n', attributes: { 'code-block': 'plain' } },
  ]
  const text = toAllowedDelta(written)
  expect(text).toEqual({
    ops: [
      { insert: 'Green tea', attributes: { bold: true } },
      { insert: '\n', attributes: { align: 'right' } },
      { insert: '<img src=x onerror=alert(1)>' },
      { insert: '\n', attributes: { 'code-block': 'plain' } },
    ],
  })
  expect(Delta.parse(text)).toEqual(text)
})

test('reports no value for a format that only a part of a selection has [CU02]', () => {
  expect(allowedFormat({ bold: true, header: [1, 2], italic: [true], align: 'center' })).toEqual({
    bold: true,
    align: 'center',
  })
})
