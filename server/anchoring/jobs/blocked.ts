/** Leaves one job unchanged while the others continue. The reason is logged and stored with the job for an operator. */
export class JobBlocked extends Error {
  override name = 'JobBlocked'
  readonly retryMs: number

  constructor(reason: string, retryMs = 60_000) {
    super(reason)
    this.retryMs = retryMs
  }
}

/** The fee is above the cap that the operator has set, so nothing is signed. */
export class FeeCapReached extends JobBlocked {
  override name = 'FeeCapReached'
}

/** The stored data and the chain do not match. Nothing becomes final until they do. */
export class ProofMismatch extends JobBlocked {
  override name = 'ProofMismatch'
}

/** Reports to an operator why a job is blocked. */
export type OnBlocked = (reason: string) => void
