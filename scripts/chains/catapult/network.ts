import { hash } from 'node:crypto'
import { Hash256, PublicKey } from 'symbol-sdk'
import { Network } from 'symbol-sdk/symbol'

/** Start of the network time: deadlines and block times are milliseconds since then. */
export const epoch = new Date(Date.UTC(2024, 0, 1))

/** The generation hash of this ledger only: its signatures are invalid on any other network. */
const generationHash = hash('sha3-256', 'assay embedded catapult ledger', 'buffer')

/** 0x98 is the identifier of test networks; clients reject those of private networks. */
export const network = new Network('local', 0x98, epoch, new Hash256(generationHash))

/** The beneficiary of blocks. They pay no fees, but clients decode this address. */
export const harvester = new PublicKey(new Uint8Array(32))

/** Limits of this ledger, in milliseconds, bytes, and smallest units of the currency for each byte. */
export const rules = {
  maxLifetimeMs: 6 * 3_600_000,
  maxMessageBytes: 1024,
  minFeeMultiplier: 0,
  maxBlockTransactions: 6000,
} as const
