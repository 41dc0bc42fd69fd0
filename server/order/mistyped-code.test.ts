import { expect, test } from 'vitest'
import { codeKeyOf, printedAddress, printedSecret } from './code.ts'
import { typoFinder } from './mistyped-code.ts'

const key = codeKeyOf(Buffer.alloc(32, 7))
const address = Buffer.from('01563e3ab5d3d6764c61efb99302bd5b', 'hex')
const code = printedAddress(address) + printedSecret(key, address)
const find = typoFinder(key)
const changed = (at: number) => code.slice(0, at) + (code[at] === '5' ? '6' : '5') + code.slice(at + 1)

test('names the group of the wrong letter when one letter of a code is wrong [VE04]', () => {
  for (let at = 0; at < code.length; at++) {
    const from = Math.floor(at / 4) * 4 + 1
    expect(find(changed(at)), `letter ${at}`).toEqual({ from, to: Math.min(from + 3, 42) })
  }
})

test('names the group when two neighbours changed places, in the address and in the secret [VE04]', () => {
  for (const at of [2, 26]) {
    const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)
    expect(swapped).not.toBe(code)
    expect(find(swapped)!.from).toBe(Math.floor(at / 4) * 4 + 1)
  }
})

test('finds no typing error in a valid code, in one with several wrong letters, and in other texts [VE04]', () => {
  expect(find(code)).toBeUndefined()
  expect(find(changed(3).slice(0, 40) + (code.slice(40) === '55' ? '66' : '55'))).toBeUndefined()
  for (const text of ['', code.slice(0, 26), `${code}0`, 'Z'.repeat(42)]) expect(find(text)).toBeUndefined()
})
