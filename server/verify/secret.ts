import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = 16

/** Whether the printed secret is the first 80 bits of HMAC-SHA256 of the code, compared in constant time. */
export function secretCheck(codeKey: Uint8Array): (address: string, secret: string | undefined) => boolean {
  const key = createSecretKey(codeKey)
  return (address, secret) => {
    if (secret?.length !== LETTERS) return false
    const bytes = Buffer.from(address.replaceAll('-', ''), 'hex')
    const expected = letters(createHmac('sha256', key).update(bytes).digest().subarray(0, 10))
    return timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(secret.replace(/[^\x20-\x7e]/g, '?'), 'latin1'))
  }
}

function letters(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (let i = 0; i < LETTERS; i++) {
    text = ALPHABET[Number(value & 31n)] + text
    value >>= 5n
  }
  return text
}
