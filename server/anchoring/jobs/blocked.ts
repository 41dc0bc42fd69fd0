/** Leaves one job as it is while the others go on. An operator reads the reason in the log and beside the job. */
export class JobBlocked extends Error {
  override name = 'JobBlocked'
  readonly retryMs: number

  constructor(reason: string, retryMs = 60_000) {
    super(reason)
    this.retryMs = retryMs
  }
}

/** Nothing is signed that costs more than the operator allows. */
export class FeeCapReached extends JobBlocked {
  override name = 'FeeCapReached'
}

/** What is stored and what the chain says do not lead to each other: nothing is called final until they do. */
export class ProofMismatch extends JobBlocked {
  override name = 'ProofMismatch'
}

/** Tells an operator why a job is held. */
export type OnBlocked = (reason: string) => void
