import { expect, test } from 'vitest'
import { formatAddress } from './code.ts'
import { parsePrintedCode } from './printed-code.ts'

const letters = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const secret = 'K7M2XQ9PDW4HTZ3R'
const address = '01563e3a-b5d3-d676-4c61-efb99302bd5b'

test.each([
  ['the printed URL', `HTTPS://ASSAY.EXAMPLE/V/${letters}${secret}`, secret],
  ['the printed URL in small letters', `https://assay.example/v/${letters}${secret}`.toLowerCase(), secret],
  ['a slash at its end', `https://assay.example/V/${letters}${secret}/`, secret],
  ['the long URL', `https://assay.example/verify?a=${letters}&p=${secret}`, secret],
  ['the long URL without its secret', `https://assay.example/verify?address=${letters}`, undefined],
  ['the bare code', `${letters}${secret}`, secret],
  ['the bare address', letters, undefined],
  ['the address as a uuid', address, undefined],
])('CO06 %s is parsed', (_, text, expected) => {
  expect(parsePrintedCode(text)).toEqual({ address, secret: expected })
})

test.each(['https://assay.example/', `https://assay.example/${letters}`, 'https://', 'https://assay.example/V/', ''])(
  'CO06 %j is not a code',
  (text) => {
    expect(parsePrintedCode(text)).toBeUndefined()
  },
)

test('CO06 formats an address as it was printed', () => {
  expect(formatAddress(address)).toBe(letters)
  for (const uuid of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
    expect(parsePrintedCode(formatAddress(uuid))).toEqual({ address: uuid, secret: undefined })
})
