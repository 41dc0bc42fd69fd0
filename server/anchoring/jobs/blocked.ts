import type { ChainNode, ChainProblem, NetworkOffer } from '#shared/anchoring/chain-report.ts'

/** Leaves one job unchanged while the others continue. The reason is stored with the job and reported to an operator. */
export class JobBlockedError extends Error {
  override name = 'JobBlockedError'
  readonly kind: ChainProblem
  readonly retryMs: number

  constructor(kind: ChainProblem, reason: string, retryMs = 60_000) {
    super(reason)
    this.kind = kind
    this.retryMs = retryMs
  }
}

/** The fee is above the cap that the operator has set, so nothing is signed. */
export class FeeCapError extends JobBlockedError {
  override name = 'FeeCapError'

  constructor(reason: string) {
    super('feeCap', reason)
  }
}

/** The fees of a day or a year have reached the limit that the operator has set, so nothing is signed. */
export class FeeBudgetError extends JobBlockedError {
  override name = 'FeeBudgetError'

  constructor(reason: string) {
    // The signer, which is asked again, has the raised budget as soon as it has started.
    super('budget', reason, 5_000)
  }
}

/** The stored data and the chain do not match. Nothing becomes final until they do. */
export class ProofMismatchError extends JobBlockedError {
  override name = 'ProofMismatchError'

  constructor(reason: string) {
    super('proof', reason)
  }
}

/** The account or address cannot pay. Every job of the chain waits for the same money, so it is asked for only once. */
export class NoFundsError extends JobBlockedError {
  override name = 'NoFundsError'

  constructor(reason: string) {
    super('noFunds', reason, 15_000)
  }
}

/** No node can be used, or the nodes are on a network that no operator has confirmed. The whole chain waits. */
export class ChainUnavailableError extends JobBlockedError {
  override name = 'ChainUnavailableError'
  readonly nodes: ChainNode[]
  readonly offer: NetworkOffer | null

  constructor(kind: ChainProblem, reason: string, nodes: ChainNode[], offer: NetworkOffer | null = null) {
    // Retried at the next step, because an operator who confirms a network expects a result.
    super(kind, reason, offer ? 5_000 : 60_000)
    this.nodes = nodes
    this.offer = offer
  }
}

/** No usable response of a node: its state is unknown. The message never contains a password. */
export class NodeUnreachableError extends Error {
  override name = 'NodeUnreachableError'
}

export type AnchorProblem = {
  kind: ChainProblem
  reason: string
}
/** Receives why a job, or the whole chain, is blocked. */
export type OnBlocked = (problem: AnchorProblem) => void

export const anchorProblemOf = ({ kind, message }: JobBlockedError): AnchorProblem => ({ kind, reason: message })
