import type {
  AnchorAttempt,
  AnchoringDatabase,
  InTransaction,
  OpenJob,
  SentJob,
} from '#server/anchoring/jobs/job-store.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import type { AnchorProblem } from './jobs/blocked.ts'
import type { ResponseTimes } from './nodes/response-times.ts'

/** The end of a chain as its nodes show it at the begin of a step. */
export type ChainTip = {
  height: number
  /** Blocks up to this height are never removed. */
  finalHeight: number
  /** Ids of the sent jobs that are due and were found in no block: a step sends these again, and those that it signs. */
  unmined: readonly string[]
}

/** The signed bytes of a transaction that contains a root. They are stored before any node receives them. */
export type SignedAnchor = {
  txid: string
  /** Hex of the bytes. */
  raw: string
  /** Smallest unit of the currency. */
  fee: bigint
  /** Bitcoin: satoshis per virtual byte. */
  rate?: number
  /** Catapult: milliseconds on the clock of the chain after which the bytes can no longer be mined. */
  deadline?: bigint
  /** Bitcoin: the output that every attempt spends, as txid:vout, so that at most one attempt can confirm. */
  input?: { outpoint: string; value: bigint }
}

/** The money that transactions are paid from now, and their present fee. */
export type Funds = {
  /** Asks the signer; sends nothing. Throws JobBlockedError, such as NoFundsError and FeeCapError. */
  sign(root: Uint8Array): Promise<SignedAnchor>
}

/**
 * What follows when the attempts of a job were sent: they are sent again after some time, or none of them can be mined any more, so
 * that another one is signed.
 */
export type BroadcastResult = { againMs: number } | 'unminable'

/** Runs beside the steps, because it takes minutes on a public network. */
export type FundsSearch = {
  /** Starts a search unless one runs or has just ended. Returns whether one is running or has ended now. */
  request(run: InTransaction): Promise<boolean>
  /** Whether a search is due although no job waits for money. */
  isDue(): boolean
}

/** What an operator sees of a chain, except what the signer has spent. */
export type NodeFacts = Omit<ChainReport, 'problem' | 'fees' | 'offer'>

/**
 * What anchoring needs of a chain. `stepChain` in jobs/step.ts uses it, and every chain passes the tests of test/chain-tests.ts. Nodes and
 * signer are called outside of database transactions only.
 */
export type Chain<T extends ChainTip = ChainTip> = {
  id: ChainId
  /** The name that the chips show. */
  network: string
  /** Holds the money for fees. One worker at a time makes the transactions of an address. */
  address: string
  /** Maximum number of transactions that are signed and not in a block, also of rejected ones. With 1, each spends the change of the one before. */
  inFlight: number
  /**
   * Writes to the jobs what the chain shows: sent ones that are in a block, mined ones whose block was removed, and sent ones that can never
   * be mined. Returns undefined when the step ends here: blocks remain to be read, or nothing waits.
   */
  follow(run: InTransaction): Promise<T | undefined>
  /**
   * Asks the nodes whether the block of a job contains its transaction, and returns the check of what is stored, which runs in the transaction
   * that makes the job final. Both throw ProofMismatchError.
   */
  prove(job: OpenJob, winner: AnchorAttempt): Promise<(tx: Tx) => Promise<void>>
  /** Throws JobBlockedError, and NoFundsError when no money is known. */
  funds(run: InTransaction, tip: T): Promise<Funds>
  /** Sends stored bytes again, and none but stored ones. Throws JobBlockedError when the nodes reject them for good. */
  broadcast(run: InTransaction, sent: SentJob, tip: T): Promise<BroadcastResult>
  /** Finds money that is not in the database. Without it, nodes know the balance. */
  search?: FundsSearch
  facts(db: Pick<AnchoringDatabase, 'system'>): Promise<NodeFacts>
  /** The reason why the nodes finalize no block at present. */
  problem?(): AnchorProblem | undefined
  responseTimes?: ResponseTimes | undefined
}
