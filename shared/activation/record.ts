/** What devices call a list of codes to activate, named like its table. */
export const activationEntity = 'activation_batch'

/** A list of codes to activate, as devices keep it. */
export type ActivationRecord = {
  /** What people call the batch; the server gives it. */
  identifier?: string
  quantity: number
  /** `captured` until the server has taken the list: nothing is active yet. */
  state: 'captured' | 'queued' | 'running' | 'done' | 'failed'
  /** The codes as they were read; only on the device that captured them. */
  addressList?: readonly string[]
  submissionId?: string
  certificates?: readonly string[]
  createdAt: string
}
