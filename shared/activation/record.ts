import type { JobFailure } from '#shared/core/job-failure.ts'
import type { ActivationOptions, Batch } from './contract.ts'

/** The name of the entity on devices, equal to the name of its table. */
export const activationEntity = 'activation_batch'

/** A list of codes to activate as devices store it. The server assigns the identifier. */
export type ActivationRecord = ActivationOptions &
  Pick<Batch, 'quantity' | 'createdAt'> &
  Partial<Pick<Batch, 'identifier'>> & {
    /** The reason of the failure, while `state` is failed. */
    failure?: JobFailure
    /** `captured` until the server has accepted the list; until then no code is active. */
    state: 'captured' | 'queued' | 'running' | 'done' | 'failed'
    /** The codes as they were read. Only on the device that captured them. */
    addressList?: readonly string[]
  }
