import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Stage } from './stage.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Genuine codes of the demo merchant, as a shopper's phone asks for them. */
export async function codePaths(stage: Stage): Promise<string[]> {
  const found = await stage.db.read.execute<{ address: string }>(sql`select address from activation`)
  return Array.from({ length: 2_000 }, (_, i) => {
    const { address } = found.rows[i % found.rows.length]!
    const bytes = Buffer.from(address.replaceAll('-', ''), 'hex')
    const secret = createHmac('sha256', Buffer.from(stage.env.CODE_KEY!, 'hex')).update(bytes).digest().subarray(0, 10)
    return `/api/tag/verify?a=${base32(bytes, 26)}&p=${base32(secret, 16)}`
  })
}

function base32(bytes: Uint8Array, letters: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; text.length < letters; value >>= 5n) text = alphabet[Number(value & 31n)]! + text
  return text
}
