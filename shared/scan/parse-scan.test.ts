import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutAdditions } from '#shared/verify/code/harmless-additions.ts'
import { scratchCheckLetter } from '#shared/verify/code/scratch-code.ts'
import { parseFirstScan, parseScan } from './parse-scan.ts'

const letters = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const secret = 'K7M2XQ9PDW4HTZ3R'
const address = '01563e3a-b5d3-d676-4c61-efb99302bd5b'
const printed = `HTTPS://ASSAY.EXAMPLE/V/${letters}${secret}`
const code = { address, secret }

describe('a scanned text [OF04]', () => {
  test('is parsed despite characters that scanners add', () => {
    for (const text of [printed, `]Q1${printed}`, `\u0002${printed}\u0003\r\n`, `  ${letters} ${secret}\t`])
      expect(parseScan(text)).toEqual({ code })
  })

  test.each([
    ['nothing', ' \r\n', { kind: 'blank' }],
    ['a website', 'https://shop.example/apples?a=1', { kind: 'website', host: 'shop.example' }],
    ['a website with a port', 'http://shop.example:8080/', { kind: 'website', host: 'shop.example:8080' }],
    [
      'a code of ours with a letter lost',
      printed.slice(0, -1),
      { kind: 'damaged', damage: { kind: 'short', letters: 41 } },
    ],
    [
      'a long code of ours with a letter lost',
      `https://h/verify?a=${letters.slice(1)}`,
      { kind: 'damaged', damage: { kind: 'short', letters: 25 } },
    ],
    [
      'a code of ours with nothing in it',
      'https://assay.example/v/',
      { kind: 'damaged', damage: { kind: 'short', letters: 0 } },
    ],
    ['a letter that no code has', `U${letters.slice(1)}`, { kind: 'damaged', damage: { kind: 'letter', letters: 26 } }],
    ['a code of ours twice', printed + printed, { kind: 'damaged', damage: { kind: 'doubled', letters: 102 } }],
    ['a code in letters of a keyboard that is not known', 'س7ش3ي9ب2ل4ا6ت8ن1م5ك0ط7ئ3ء9ؤ2ر4', { kind: 'keyboard' }],
    ['a scratch code', '7k2m-9qx3'.replace('3', scratchCheckLetter('7K2M9QX')), { kind: 'scratch' }],
    ['letters that are no scratch code', '7K2M9QXX', { kind: 'other', text: '7K2M9QXX' }],
    ['the number of a shop', '4601234567890', { kind: 'other', text: '4601234567890' }],
    ['a word', 'Wi-Fi: guest', { kind: 'other', text: 'Wi-Fi: guest' }],
    ['a page of text', 'word '.repeat(40), { kind: 'other', text: `${'word '.repeat(8).slice(0, 39)}…` }],
    ['something between address and website', 'https://', { kind: 'other', text: 'https://' }],
  ])('%s is reported as its kind', (_, text, problem) => {
    expect(parseScan(text)).toEqual({ problem })
  })

  test('never throws, and never returns a code that is not in the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        const reading = parseScan(text)
        if ('code' in reading) expect(withoutAdditions(text).length).toBeGreaterThanOrEqual(26)
      }),
    )
  })

  test('is the valid one of two keyboard readings', () => {
    expect(parseFirstScan(['РЕЕЗЫЖ..', printed])).toEqual({ code })
    expect(parseFirstScan(['abc', 'def'])).toEqual({ problem: { kind: 'other', text: 'abc' } })
    expect(parseFirstScan([])).toEqual({ problem: { kind: 'blank' } })
  })
})
