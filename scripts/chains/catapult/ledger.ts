import { hash } from 'node:crypto'
import { join } from 'node:path'
import { AppendOnlyLog } from '#scripts/chains/append-only-log.ts'
import { transactionsRoot } from './merkle.ts'
import { epoch, rules } from './network.ts'
import { decodeTransfer, rejectionOf, type Transfer } from './transfer.ts'

export type LedgerBlock = {
  height: number
  hash: string
  previous: string
  /** Milliseconds since the epoch of the network. */
  timestamp: number
  root: string
  transfers: Transfer[]
}
type Failure = { code: string; deadline: string }
type TransferPosition = { height: number; index: number }
type StoredBlock = Omit<LedgerBlock, 'transfers'> & { payloads: string[] }

const record = { block: 1, rollback: 2 } as const
const keptFailures = 10_000
const defaultGrant = 10n ** 12n
const payerOf = ({ body }: Transfer): string => body.signerPublicKey.toString()

type LedgerOptions = {
  dir: string
  /** Number of later blocks that make a block final. */
  finalizeAfter: number
  now?: () => number
  /** The amount that every account receives once, in the smallest unit of the currency. */
  grant?: bigint
}

/** Hash-linked blocks of transfers on disk. One process at a time. */
export class CatapultLedger {
  readonly #log: AppendOnlyLog
  readonly #options: LedgerOptions
  readonly #blocks: LedgerBlock[] = []
  readonly #places = new Map<string, TransferPosition>()
  readonly #unconfirmed = new Map<string, Transfer>()
  readonly #failures = new Map<string, Failure>()
  /** Fees of confirmed transfers, and payments, by public key. */
  readonly #spent = new Map<string, bigint>()
  /** Blocks are created up to this height, so that earlier events become final. */
  #owed = 1

  constructor(options: LedgerOptions) {
    this.#options = options
    const { log, records } = AppendOnlyLog.open(join(options.dir, 'blocks.dat'))
    this.#log = log
    for (const { kind, body } of records) {
      if (kind === record.rollback) this.#disconnect()
      else this.#connect(JSON.parse(body.toString()) as StoredBlock)
    }
    if (this.height === 0) this.harvest()
  }

  get height(): number {
    return this.#blocks.length
  }
  get finalizedHeight(): number {
    return Math.max(1, this.height - this.#options.finalizeAfter)
  }
  /** Whether another block would change the state of a transfer. */
  get hasWork(): boolean {
    return this.#unconfirmed.size > 0 || this.height < this.#owed
  }
  get time(): number {
    return (this.#options.now ?? Date.now)() - epoch.getTime()
  }

  /** The balance of a public key after all confirmed transfers. */
  balance(publicKey: string): bigint {
    return (this.#options.grant ?? defaultGrant) - (this.#spent.get(publicKey) ?? 0n)
  }

  /** Gives an account more. It is not stored: a restarted ledger has forgotten it. */
  pay(publicKey: string, amount: bigint): void {
    this.#charge(publicKey, -amount)
  }

  /** As in a Catapult node, the announcement has no result; the status of the transaction reports it. */
  announce(payload: string): void {
    const transfer = decodeTransfer(payload)
    if (!transfer || this.#unconfirmed.has(transfer.hash)) return
    if (this.#places.has(transfer.hash)) return
    const rejection = rejectionOf(transfer, BigInt(this.time))
    if (rejection) {
      this.#fail(transfer, rejection)
      return
    }
    // Nodes ignore a transfer with too low a fee, without setting a status.
    if (transfer.fee < BigInt(transfer.size * rules.minFeeMultiplier)) return
    if (transfer.fee > this.balance(payerOf(transfer)) - this.#unconfirmedFees(payerOf(transfer))) {
      this.#fail(transfer, 'Failure_Core_Insufficient_Balance')
      return
    }
    this.#failures.delete(transfer.hash)
    this.#unconfirmed.set(transfer.hash, transfer)
  }

  /** Creates a block with the waiting transfers. It is on disk when this returns. */
  harvest(): LedgerBlock {
    const timestamp = Math.max(this.time, (this.#blocks.at(-1)?.timestamp ?? 0) + 1)
    for (const transfer of this.#unconfirmed.values()) {
      if (transfer.deadline > BigInt(timestamp)) continue
      this.#unconfirmed.delete(transfer.hash)
      this.#fail(transfer, 'Failure_Core_Past_Deadline')
    }
    const transfers = [...this.#unconfirmed.values()].slice(0, rules.maxBlockTransactions)
    const root = transactionsRoot(transfers.map((transfer) => transfer.hash))
    const previous = this.#blocks.at(-1)?.hash ?? '0'.repeat(64)
    const header = { height: this.height + 1, previous, timestamp, root }
    const stored: StoredBlock = { ...header, hash: hashOf(header), payloads: transfers.map(({ payload }) => payload) }
    this.#log.append(record.block, Buffer.from(JSON.stringify(stored)))
    this.#log.sync()
    return this.#connect(stored)
  }

  /** Removes the last block, as a fork would: its transfers are unconfirmed again. Final blocks cannot be removed. */
  rollback(): void {
    if (this.height <= this.finalizedHeight) throw new RangeError('A final block cannot be rolled back')
    this.#log.append(record.rollback, Buffer.alloc(0))
    this.#log.sync()
    for (const transfer of this.#disconnect().transfers) this.#unconfirmed.set(transfer.hash, transfer)
  }

  block(height: number): LedgerBlock | undefined {
    return this.#blocks[height - 1]
  }
  confirmed(transferHash: string): (TransferPosition & { transfer: Transfer }) | undefined {
    const place = this.#places.get(transferHash)
    return place && { ...place, transfer: this.block(place.height)!.transfers[place.index]! }
  }
  unconfirmed(transferHash: string): Transfer | undefined {
    return this.#unconfirmed.get(transferHash)
  }
  failure(transferHash: string): Failure | undefined {
    return this.#failures.get(transferHash)
  }
  close(): void {
    this.#log.close()
  }

  #connect({ payloads, ...header }: StoredBlock): LedgerBlock {
    const previous = this.#blocks.at(-1)?.hash ?? '0'.repeat(64)
    const transfers = payloads.map((payload) => decodeTransfer(payload)!)
    const root = transactionsRoot(transfers.map((transfer) => transfer.hash))
    const linked = header.previous === previous && header.root === root && header.hash === hashOf(header)
    if (!linked || header.height !== this.height + 1) {
      throw new Error(`Block ${header.height} of the Catapult ledger does not follow from the one before`)
    }
    const block = { ...header, transfers }
    this.#blocks.push(block)
    transfers.forEach((transfer, index) => {
      this.#unconfirmed.delete(transfer.hash)
      this.#places.set(transfer.hash, { height: block.height, index })
      this.#charge(payerOf(transfer), transfer.fee)
    })
    if (transfers.length > 0) this.#owed = block.height + this.#options.finalizeAfter
    return block
  }

  #disconnect(): LedgerBlock {
    const block = this.#blocks.pop()!
    for (const transfer of block.transfers) {
      this.#places.delete(transfer.hash)
      this.#charge(payerOf(transfer), -transfer.fee)
    }
    return block
  }

  #unconfirmedFees(payer: string): bigint {
    return [...this.#unconfirmed.values()].reduce((sum, one) => (payerOf(one) === payer ? sum + one.fee : sum), 0n)
  }

  #charge(publicKey: string, amount: bigint): void {
    this.#spent.set(publicKey, (this.#spent.get(publicKey) ?? 0n) + amount)
  }

  #fail(transfer: Transfer, code: string): void {
    this.#failures.set(transfer.hash, { code, deadline: String(transfer.deadline) })
    if (this.#failures.size > keptFailures) this.#failures.delete(this.#failures.keys().next().value!)
    // The signer of the transfer waits for a final block after the deadline before it signs again.
    if (code === 'Failure_Core_Past_Deadline') this.#owed = this.height + this.#options.finalizeAfter + 1
  }
}

function hashOf({
  height,
  previous,
  timestamp,
  root,
}: Pick<LedgerBlock, 'height' | 'previous' | 'timestamp' | 'root'>) {
  return hash('sha3-256', `${height}:${previous}:${timestamp}:${root}`).toUpperCase()
}
