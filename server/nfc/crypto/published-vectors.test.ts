import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AesCmac } from './cmac.ts'
import { diversifiedKey } from './diversify.ts'
import { fileSettings, macInput, tagTemplate } from './ndef.ts'
import { isSunMac, piccDataReader, sunMac } from './sun.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const noKey = Buffer.alloc(16)

test.each([
  [0, 'bb1d6929e95937287fa37d129b756746'],
  [16, '070a16b46b4d4144f79bdd9dd04a287c'],
  [40, 'dfa66747de9ae63030ca32611497c827'],
  [64, '51f0bebf7e3b9d92fc49741779363cfe'],
])('makes the CMAC of RFC 4493 for %i bytes [NF01]', (length, expected) => {
  const message = hex(
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
      '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
  )
  const cmac = new AesCmac(hex('2b7e151628aed2a6abf7158809cf4f3c'))
  for (let again = 0; again < 2; again++) expect(cmac.mac(message.subarray(0, length)).toString('hex')).toBe(expected)
})

test('derives the AES-128 key of AN10922 [NF01]', () => {
  const master = new AesCmac(hex('00112233445566778899AABBCCDDEEFF'))
  const input = hex('04782E21801D803042F54E585020416275')
  expect(diversifiedKey(master, input)).toEqual(hex('A8DD63A3B89D54B37CA802473FDA9175'))
  expect(() => diversifiedKey(master, new Uint8Array(32))).toThrow(RangeError)
})

test('reads the encrypted PICC data and checks the MAC of AN12196 without letters [NF01]', () => {
  const tap = piccDataReader(noKey)(hex('EF963FF7828658A599F3041510671E88'))!
  expect(tap).toEqual({ uid: hex('04DE5F1EACC040'), counter: 61 })
  expect(sunMac(noKey, tap, '')).toEqual(hex('94EED9EE65337086'))
  expect(isSunMac(hex('94EED9EE65337086'), noKey, tap, '')).toBe(true)
  expect(isSunMac(hex('94EED9EE65337087'), noKey, tap, '')).toBe(false)
  expect(isSunMac(hex('94EED9EE653370'), noKey, tap, '')).toBe(false)
})

test('checks the MAC of AN12196 over letters of the URL [NF01]', () => {
  const tap = piccDataReader(noKey)(hex('FD91EC264309878BE6345CBE53BADF40'))!
  expect(tap).toEqual({ uid: hex('04958CAA5C5E80'), counter: 8 })
  expect(sunMac(noKey, tap, 'CEE9A53E3E463EF1F459635736738962&cmac=')).toEqual(hex('ECC1E7F6C6C73BF6'))
})

test('makes the file settings of AN12196 from its offsets [NF02]', () => {
  const offsets = { piccOffset: 0x20, macInputOffset: 0x43, macOffset: 0x43 }
  const keys = { meta: 2, file: 1, counter: 1 }
  expect(fileSettings(offsets, keys)).toEqual(hex('4000E0C1F121200000430000430000'))
})

test('writes an NDEF file whose offsets lead to the code, the PICC data and the MAC [NF02]', () => {
  const letters = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  const host = fc.stringMatching(/^[a-z][a-z0-9.-]{0,40}[a-z](:[1-9]\d{0,3})?$/)
  fc.assert(
    fc.property(fc.constantFrom('https://', 'http://'), host, letters, (scheme, name, code) => {
      const { url, ndef, piccOffset, macInputOffset, macOffset } = tagTemplate(scheme + name, code)
      expect(ndef.readUInt16BE(0)).toBe(ndef.length - 2)
      expect([...ndef.subarray(2, 7)]).toEqual([0xd1, 1, ndef.length - 6, 0x55, scheme === 'https://' ? 4 : 3])
      expect(scheme + ndef.toString('latin1', 7)).toBe(url)
      expect(ndef.toString('latin1', macInputOffset, macInputOffset + 26)).toBe(code)
      expect(ndef.toString('latin1', piccOffset - 3, piccOffset)).toBe('?e=')
      expect(ndef.toString('latin1', macOffset - 3)).toBe(`&c=${'0'.repeat(16)}`)
      expect(ndef.toString('latin1', macInputOffset, macOffset)).toBe(macInput(code, noKey))
    }),
  )
})

test('reads PICC data only if the first decrypted byte marks them [NF01]', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  fc.assert(
    fc.property(bytes(16), bytes(16), (key, data) => {
      const cipher = createCipheriv('aes-128-cbc', key, noKey).setAutoPadding(false)
      const read = piccDataReader(key)(cipher.update(data))
      expect(read !== undefined).toBe(data[0] === 0xc7)
    }),
  )
  expect(piccDataReader(noKey)(hex('EF963FF7828658A599F3041510671E'))).toBeUndefined()
})
