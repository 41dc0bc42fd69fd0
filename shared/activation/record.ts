import type { ActivationOptions, Batch } from './contract.ts'

/** What devices call a list of codes to activate, named like its table. */
export const activationEntity = 'activation_batch'

/** A list of codes to activate, as devices keep it. The server gives the identifier. */
export type ActivationRecord = ActivationOptions &
  Pick<Batch, 'quantity' | 'createdAt'> &
  Partial<Pick<Batch, 'identifier'>> & {
    /** `captured` until the server has accepted the list: no code is active yet. */
    state: 'captured' | 'queued' | 'running' | 'done' | 'failed'
    /** The codes as they were read; only on the device that captured them. */
    addressList?: readonly string[]
  }
