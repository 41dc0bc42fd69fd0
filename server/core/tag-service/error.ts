/**
 * Why the tag service gave no data. `off`: none is configured. `denied`: it rejects the credentials. `unknownTag`: it does not
 * know the tag. `invalid`: its response has another form than documented. `unreachable`: no usable response, the state is
 * unknown.
 */
const tagFailures = ['off', 'unreachable', 'denied', 'invalid', 'unknownTag'] as const
export type TagFailure = (typeof tagFailures)[number]

/** The message never contains a token, a secret or a URL with its query. */
export class TagServiceError extends Error {
  override name = 'TagServiceError'
  readonly failure: TagFailure
  /** Whether the same call may succeed at once: not after a timeout, which took long enough already. */
  readonly isRepeatable: boolean

  constructor(failure: TagFailure, message: string, isRepeatable = false) {
    super(message)
    this.failure = failure
    this.isRepeatable = isRepeatable
  }

  /** Whether the service failed, not one tag of it. */
  get isOfService(): boolean {
    return this.failure !== 'unknownTag' && this.failure !== 'invalid'
  }
}
