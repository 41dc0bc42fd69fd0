import { growingPause } from '#client/core/async/growing-pause.ts'

/** Limits of all delays here, ms. A browser treats a delay of 2^31 ms or more as zero. */
const minDelayMs = 30_000
const maxDelayMs = 12 * 3_600_000
/**
 * The lifetime (ms) of a token, from the difference of two instants of the server (in seconds), because the device's clock may be
 * wrong or change.
 */
export const lifetimeOf = ({ iat, exp }: { iat: number; exp: number }): number => (exp - iat) * 1000

/** The time (ms) to a refresh as a delay of a timer. A token with a senseless lifetime must not be refreshed all the time. */
export const refreshDelay = (untilRefreshMs: number): number =>
  Number.isFinite(untilRefreshMs) ? Math.min(maxDelayMs, Math.max(minDelayMs, untilRefreshMs)) : minDelayMs

/** Maximum refreshes in a minute, from all callers. */
const maxRequestsPerMinute = 10
const minuteMs = 60_000
/** Delays after failures, ms. */
const retryDelays = { first: 15_000, max: 5 * 60_000 }
/** The maximum `Retry-After` that is followed, seconds. */
const maxRetryAfterSeconds = 3600

type RefreshThrottle = {
  /** Milliseconds until a refresh is allowed; 0: now. */
  wait(): number
  asked(): void
  responded(): void
  /**
   * Records a failure: no response, or Retry-After (`retryAfter` in s). Returns the milliseconds until the next
   * attempt.
   */
  failed(retryAfter?: number): number
}

/**
 * Limits session refreshes: at most ten a minute, never before the end of a `Retry-After`, and at growing intervals
 * while the server does not respond. `monotonic` is in ms, as `performance.now`.
 */
export function createRefreshThrottle(monotonic: () => number, random: () => number): RefreshThrottle {
  let recent: number[] = []
  let notBefore = 0
  let failures = 0

  function wait(): number {
    const now = monotonic()
    recent = recent.filter((at) => now - at < minuteMs)
    const full = recent.length >= maxRequestsPerMinute ? recent[0]! + minuteMs - now : 0
    return Math.max(0, full, notBefore - now)
  }

  return {
    wait,
    asked: () => void recent.push(monotonic()),
    responded() {
      failures = 0
      notBefore = 0
    },
    failed(retryAfter = 0) {
      notBefore = monotonic() + Math.min(maxRetryAfterSeconds, Math.max(0, retryAfter)) * 1000
      const pause = growingPause(failures++, retryDelays, random)
      return Math.max(pause, wait())
    },
  }
}
