import { z } from 'zod'

/**
 * The requests and responses of the signer: JSON over HTTP on a Unix socket. Client and server both use these schemas.
 */

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
const utxo = z.strictObject({ txid: hex(32), vout: z.int().min(0).max(0xffffffff), value: amount })

/** The fees that were signed for in the last 24 hours and 365 days, and the limits. A limit of 0 is none. */
const fees = z.strictObject({ day: amount, year: amount, dayLimit: amount, yearLimit: amount })

const logOrigin = z.string().regex(/^[!-*,-~]{1,200}$/, 'must be printable, without a space or plus sign')

/** A state of a transparency log that was signed. */
export const SignedCheckpoint = z.strictObject({ origin: logOrigin, size: z.int().min(0), root: bytes(32) })
export type SignedCheckpoint = z.output<typeof SignedCheckpoint>

export const Description = z.strictObject({
  bitcoin: z.strictObject({
    publicKey: bytes(33),
    /** Keys that were replaced and still have outputs. */
    formerKeys: z.array(bytes(33)),
    maxFeeRate: z.number(),
    fees,
  }),
  catapult: z.strictObject({ publicKey: bytes(32), maxFee: amount, fees }),
  /** `signed`: the last checkpoint of each log. */
  log: z.strictObject({ publicKey: bytes(32), signed: z.array(SignedCheckpoint) }),
})
/** Public keys, the fee limits above which nothing is signed, and the fees so far. */
export type SignerDescription = z.output<typeof Description>

/**
 * The transaction that anchors a root. The object is strict: an ignored field would seem to be obeyed. The request
 * names the key, so that a signer with another key rejects it and does not spend an output of its own.
 */
export const BitcoinRequest = z.strictObject({
  publicKey: bytes(33),
  coin: utxo,
  root: bytes(32),
  /** Satoshis per virtual byte. */
  feeRate: z.number().positive(),
  /** Satoshis: the minimum fee of a replacement. */
  minimumFee: amount,
})
export type BitcoinRequest = z.output<typeof BitcoinRequest>
export const BitcoinResponse = z.strictObject({
  txid: hex(32),
  hex: z.string(),
  fee: amount,
  vsize: z.number(),
  change: utxo,
})

/** The transaction that spends the change of an anchor, to pay for both. It returns the rest to the present key. */
export const ChildRequest = z.strictObject({
  publicKey: bytes(33),
  coin: utxo,
  /** Virtual bytes of the anchor. */
  parentSize: z.int().min(1).max(1000),
  minimumFee: amount,
})
export type ChildRequest = z.output<typeof ChildRequest>

export const CatapultRequest = z.strictObject({
  publicKey: bytes(32),
  network: z.strictObject({
    generationHash: hex(32),
    identifier: z.int().min(0).max(255),
    epochSeconds: z.int().min(0).max(0xffffffff),
  }),
  root: bytes(32),
  /** Smallest units of the currency per byte. */
  feeMultiplier: z.int().min(0).max(0xffffffff),
})
export type CatapultRequest = z.output<typeof CatapultRequest>
export const CatapultResponse = z.strictObject({ hash: hex(32), payload: z.string(), fee: amount, deadline: amount })

/**
 * A checkpoint of the transparency log: the signer writes the signed text itself, so that the key signs nothing else. Its
 * lines are those of https://c2sp.org/tlog-checkpoint.
 */
export const CheckpointRequest = z.strictObject({
  ...SignedCheckpoint.shape,
  publicKey: bytes(32),
  /** RFC 6962: that the log continues the one of the last signed checkpoint. Empty for the first one, and for the same one. */
  proof: z.array(bytes(32)).max(100),
})
export type CheckpointRequest = z.output<typeof CheckpointRequest>
export const CheckpointResponse = z.strictObject({ signature: bytes(64) })

/**
 * The reason why nothing was signed. An operator resolves `fee`, `funds`, `budget` and `history` (another history of a log); a new
 * connection resolves `key`.
 */
export const SignerRejection = z.strictObject({
  refused: z.enum(['request', 'key', 'fee', 'funds', 'budget', 'history']),
  reason: z.string(),
})
export type SignerRejection = z.output<typeof SignerRejection>

/** The only paths. None of them signs given bytes: a caller can spend fees, but cannot move money elsewhere. */
export const paths = {
  describe: '/keys',
  bitcoin: '/bitcoin',
  child: '/bitcoin/child',
  catapult: '/catapult',
  checkpoint: '/checkpoint',
} as const
