import { hash } from 'node:crypto'
import { models, type SymbolFacade, SymbolTransactionFactory } from 'symbol-sdk/symbol'

/** Bytes of a message that every Catapult network carries, its type marker included; the SDK does not look. */
const LONGEST_MESSAGE = 1024
const PLAIN = 0

/** What the transfer of a root says: plain text, typed 500 in its own words, since the marker has one byte only. */
export function messageOf(root: Uint8Array): Buffer {
  const text = JSON.stringify({ type: 500, payload: Buffer.from(root).toString('hex') })
  const message = Buffer.concat([Buffer.of(PLAIN), Buffer.from(text)])
  if (message.length > LONGEST_MESSAGE) throw new RangeError(`A message of ${message.length} bytes is too large.`)
  return message
}

/** Whether signed bytes have this hash on the network and carry this root. */
export function carriesRoot(
  facade: SymbolFacade,
  signed: { hash: string; payload: string },
  root: Uint8Array,
): boolean {
  const transaction = SymbolTransactionFactory.deserialize(Buffer.from(signed.payload, 'hex'))
  if (!(transaction instanceof models.TransferTransactionV1)) return false
  const same = facade.hashTransaction(transaction).toString() === signed.hash
  return same && messageOf(root).equals(transaction.message)
}

export interface MerkleItem {
  hash: string
  position: 'left' | 'right'
}

/** The transactionsHash of the block that a path leads to: Catapult pairs SHA3-256 hashes. */
export function rootOf(transaction: string, path: MerkleItem[]): string {
  const end = path.reduce(
    (at, { hash: sibling, position }) => {
      const other = Buffer.from(sibling, 'hex')
      return hash('sha3-256', Buffer.concat(position === 'left' ? [other, at] : [at, other]), 'buffer')
    },
    Buffer.from(transaction, 'hex'),
  )
  return end.toString('hex').toUpperCase()
}
