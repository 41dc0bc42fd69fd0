import type { AnchorProblem, OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import { type AnchoringDatabase, runStep } from '#server/anchoring/jobs/job-store.ts'
import { type ResponseTimes, reportSlowness } from '#server/anchoring/nodes/response-times.ts'
import type { ChainNode } from '#shared/anchoring/chain-report.ts'
import { announceTransfers } from './announce.ts'
import { followTransfers } from './follow.ts'
import { signTransfers } from './funds.ts'

export interface SignedTransfer {
  hash: string
  /** Hex of the signed bytes. */
  payload: string
  fee: bigint
  /** Milliseconds on the clock of the chain. */
  deadline: bigint
}

/** The status of a transfer on the nodes. A transfer that none of them knows has no status. */
export type TransferStatus =
  | { group: 'unconfirmed' }
  | { group: 'confirmed'; height: number }
  | { group: 'failed'; code: string }

export interface Tip {
  height: number
  finalizedHeight: number
  finalizedTimestamp: bigint
}

interface Funds {
  balance: bigint
  feeMultiplier: number
  fee: bigint
}

/**
 * The functions that anchoring needs of a Catapult network. A variant (ProximaX Sirius) would implement this interface.
 */
export interface CatapultChain {
  /** The name that the chips show. */
  network: string
  publicKey: string
  address: string
  /** Milliseconds between announcements of the same bytes. */
  rebroadcastMs: number
  /** The balance of the account and the present fee, in the smallest unit of the currency, of a byte and of a transfer. */
  funds(): Promise<Funds>
  /** Signs a transfer to the own address whose message contains the root. Throws JobBlockedError. Sends nothing. */
  prepare(root: Uint8Array, feeMultiplier: number): Promise<SignedTransfer>
  /** The node accepts every announcement. Only the status shows the result. */
  announce(payload: string): Promise<void>
  /** The present statuses of any number of transfers, by hash. */
  statuses(hashes: readonly string[]): Promise<Map<string, TransferStatus>>
  /** Throws ProofMismatchError unless the signed bytes contain the root and the block at this height contains the bytes. */
  prove(signed: Pick<SignedTransfer, 'hash' | 'payload'>, root: Uint8Array, height: number): Promise<void>
  tip(): Promise<Tip>
  /** The reason why the nodes finalize no block at present. */
  problem?(): AnchorProblem | undefined
  responseTimes?: ResponseTimes
  /** The present state of all configured nodes. */
  inspect?(): Promise<ChainNode[]>
}

/**
 * Signs waiting transfers, announces signed ones, and updates the states of mined ones. A transfer is committed before it is
 * announced.
 */
export async function stepCatapult(db: AnchoringDatabase, chain: CatapultChain, report: OnBlocked): Promise<void> {
  const { publicKey: key, network } = chain
  await runStep(db, { chain: 'catapult', key, network }, async (run) => {
    while (await signTransfers(run, chain, report));
    while (await announceTransfers(run, chain, report));
    await followTransfers(run, chain, report)
  })
  const problem = chain.problem?.()
  if (problem) report(problem)
  if (chain.responseTimes) reportSlowness(chain.responseTimes, report)
}
