/** Bounds of every pause here, ms. A browser takes a pause of 2^31 ms or more for none at all. */
const minDelayMs = 30_000
const maxDelayMs = 12 * 3_600_000
/** A token is exchanged this long before it ends, ms. */
const refreshBeforeExpiryMs = 60_000

/**
 * After how many ms from its arrival a token is exchanged. Both instants are the server's, in seconds, so that only their
 * difference counts: the device's clock may say anything, and may be set while the token lives.
 */
export function refreshDelay({ iat, exp }: { iat: number; exp: number }): number {
  const delay = (exp - iat) * 1000 - refreshBeforeExpiryMs
  return Number.isFinite(delay) ? Math.min(maxDelayMs, Math.max(minDelayMs, delay)) : minDelayMs
}

/** Exchanges within a minute, whatever asks for them. */
const maxRequestsPerMinute = 10
const minuteMs = 60_000
/** Pauses after failures: doubled each time up to the longest, with a random part, ms. */
const minRetryDelayMs = 15_000
const maxRetryDelayMs = 5 * 60_000
/** The longest `Retry-After` that is obeyed, s. */
const maxRetryAfterSeconds = 3600

export type RefreshThrottle = {
  /** Milliseconds until a refresh is allowed; 0: now. */
  wait(): number
  asked(): void
  answered(): void
  /** No answer, or Retry-After (`retryAfter` in s). Returns the milliseconds until the next attempt. */
  failed(retryAfter?: number): number
}

/**
 * How often the server is asked to renew the session: at most ten times a minute, never before the end of its `Retry-After`,
 * and less and less often by itself while nobody answers. `monotonic` in ms, as `performance.now` counts.
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
    answered() {
      failures = 0
      notBefore = 0
    },
    failed(retryAfter = 0) {
      notBefore = monotonic() + Math.min(maxRetryAfterSeconds, Math.max(0, retryAfter)) * 1000
      const pause = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** failures++) * (0.5 + random() / 2)
      return Math.max(pause, wait())
    },
  }
}
