import { ExponentialBackoff, halfJitterGenerator, type IBackoff } from 'cockatiel'

/** The pause after a failure, with its `duration` in ms. `next()` is the one after another failure in a row. */
export type GrowingPause = IBackoff<void>

/**
 * Doubles the pause with each failure up to the maximum. Up to half of it is random, so that processes that failed together do not
 * all try again at once. `next()` is the pause after the first failure.
 */
export const growingPauses = (firstMs: number, maxMs: number) =>
  new ExponentialBackoff({ initialDelay: firstMs, maxDelay: maxMs, generator: halfJitterGenerator })
