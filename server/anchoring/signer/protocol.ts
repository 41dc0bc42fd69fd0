import { z } from 'zod'

/** What the signer is asked and what it answers: JSON over HTTP on a Unix socket. Both sides read and write with these. */

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`), `must be ${2 * bytes} hex digits`)
const bytes = (count: number) =>
  z.codec(
    hex(count),
    z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === count),
    { decode: (text) => Buffer.from(text, 'hex'), encode: (value) => Buffer.from(value).toString('hex') },
  )
const amount = z.codec(z.string().regex(/^\d{1,18}$/, 'must be a whole number'), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
})
const coin = z.strictObject({ txid: hex(32), vout: z.int().min(0).max(0xffffffff), value: amount })

export const Description = z.strictObject({
  bitcoin: z.strictObject({ publicKey: bytes(33), maxFeeRate: z.number() }),
  catapult: z.strictObject({ publicKey: bytes(32), maxFee: amount }),
})
/** Public keys, and the fees above which nothing is signed. */
export type SignerDescription = z.output<typeof Description>

/**
 * The transaction that anchors a root, and nothing else: strict objects, because a field that was ignored would look obeyed.
 * The key is named so that a signer with another one refuses rather than spends a coin that is not its own.
 */
export const BitcoinRequest = z.strictObject({
  publicKey: bytes(33),
  coin,
  root: bytes(32),
  /** Satoshis a virtual byte. */
  feeRate: z.number().positive(),
  /** Satoshis: what a replacement has to pay at least. */
  minimumFee: amount,
})
export type BitcoinRequest = z.output<typeof BitcoinRequest>
export const BitcoinAnswer = z.strictObject({
  txid: hex(32),
  hex: z.string(),
  fee: amount,
  vsize: z.number(),
  change: coin,
})

export const CatapultRequest = z.strictObject({
  publicKey: bytes(32),
  network: z.strictObject({
    generationHash: hex(32),
    identifier: z.int().min(0).max(255),
    epochSeconds: z.int().min(0).max(0xffffffff),
  }),
  root: bytes(32),
  /** Smallest units of the currency a byte. */
  feeMultiplier: z.int().min(0).max(0xffffffff),
})
export type CatapultRequest = z.output<typeof CatapultRequest>
export const CatapultAnswer = z.strictObject({ hash: hex(32), payload: z.string(), fee: amount, deadline: amount })

/** Why nothing was signed. `fee` and `funds` are an operator's to change, `key` ends with a new connection. */
export const Refusal = z.strictObject({ refused: z.enum(['request', 'key', 'fee', 'funds']), reason: z.string() })
export type Refusal = z.output<typeof Refusal>

/** The only paths there are. None takes bytes to sign: whoever may ask can spend fees, and move nothing elsewhere. */
export const paths = { describe: '/keys', bitcoin: '/bitcoin', catapult: '/catapult' } as const
