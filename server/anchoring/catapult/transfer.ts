import { hash } from 'node:crypto'
import { models, type SymbolFacade, SymbolTransactionFactory } from 'symbol-sdk/symbol'

/** Longest message in bytes, including its type marker, on every Catapult network. The SDK does not check it. */
const longestMessage = 1024
const plainMessage = 0

export type TransactionFees = { averageFeeMultiplier?: number; minFeeMultiplier?: number }

/** Smallest units of the currency per byte, used when the network returns no fee. */
const fallbackFee = 100

/** What the network takes for each byte of a transfer. The average of a network without transfers is 0. */
export function feeMultiplierOf(fees: TransactionFees | undefined): number {
  return Math.max(fees?.averageFeeMultiplier ?? 0, fees?.minFeeMultiplier ?? 0) || fallbackFee
}

/**
 * The message of an anchoring transfer: plain text. Its type 500 is part of the text, because the type marker has one
 * byte only.
 */
export function messageOf(root: Uint8Array): Buffer {
  const text = JSON.stringify({ type: 500, payload: Buffer.from(root).toString('hex') })
  const message = Buffer.concat([Buffer.of(plainMessage), Buffer.from(text)])
  if (message.length > longestMessage) throw new RangeError(`A message of ${message.length} bytes is too large.`)
  return message
}

/** Whether signed bytes have this hash on the network and contain this root. */
export function hasRoot(facade: SymbolFacade, signed: { hash: string; payload: string }, root: Uint8Array): boolean {
  const transaction = SymbolTransactionFactory.deserialize(Buffer.from(signed.payload, 'hex'))
  if (!(transaction instanceof models.TransferTransactionV1)) return false
  const same = facade.hashTransaction(transaction).toString() === signed.hash
  return same && messageOf(root).equals(transaction.message)
}

export type MerkleItem = {
  hash: string
  position: 'left' | 'right'
}

/** The transactionsHash of the block to which a path leads. Catapult pairs SHA3-256 hashes. */
export function rootOf(transaction: string, path: MerkleItem[]): string {
  const end = path.reduce(
    (at, { hash: sibling, position }) => {
      const siblingHash = Buffer.from(sibling, 'hex')
      return hash('sha3-256', Buffer.concat(position === 'left' ? [siblingHash, at] : [at, siblingHash]), 'buffer')
    },
    Buffer.from(transaction, 'hex'),
  )
  return end.toString('hex').toUpperCase()
}
