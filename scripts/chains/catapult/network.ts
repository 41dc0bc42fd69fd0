import { hash } from 'node:crypto'
import { Hash256, PublicKey } from 'symbol-sdk'
import { Network } from 'symbol-sdk/symbol'

/** Deadlines and block times count milliseconds from here. */
export const epoch = new Date(Date.UTC(2024, 0, 1))

/** A generation hash of its own: a signature made for this ledger is useless on any other network. */
const generationHash = hash('sha3-256', 'assay embedded catapult ledger', 'buffer')

/** 0x98 is the identifier of test networks; clients refuse private ones. */
export const network = new Network('local', 0x98, epoch, new Hash256(generationHash))

/** Nobody: blocks pay no fees, but clients decode the address they would be paid to. */
export const harvester = new PublicKey(new Uint8Array(32))

/** Rules of this ledger, in milliseconds, bytes and smallest units of the currency a byte. */
export const rules = {
  maxLifetimeMs: 6 * 3_600_000,
  maxMessageBytes: 1024,
  minFeeMultiplier: 0,
  maxBlockTransactions: 6000,
} as const
