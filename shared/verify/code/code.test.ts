import { expect, test } from 'vitest'
import { formatAddress, parseCode, readCode } from './code.ts'

const letters = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const secret = 'K7M2XQ9PDW4HTZ3R'
const address = '01563e3a-b5d3-d676-4c61-efb99302bd5b'

test('formats an address as it was printed [CO06]', () => {
  expect(formatAddress(address)).toBe(letters)
})

test('reads parameters that begin like an encoded sign as they are [CO06]', () => {
  const [like, own] = [`3D${letters.slice(2)}`, `2A${secret.slice(2)}`]
  const read = parseCode(`https://assay.example/verify?a=${like}&p=${own}`)!
  expect([formatAddress(read.address), read.secret]).toEqual([like, own])
})

test('a secret with a letter more or less is damaged [CO06]', () => {
  expect(readCode(letters, secret.slice(1))).toEqual({ damage: { kind: 'short', letters: 41 } })
  expect(readCode(letters, `${secret}7`)).toEqual({ damage: { kind: 'long', letters: 43 } })
  expect(readCode(letters, `${secret}.`)).toEqual({ code: { address, secret } })
})
