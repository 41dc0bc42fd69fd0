/** In this time (ms) a measured delay counts half. */
const halfLifeMs = 300_000
/** Even a fast machine is sometimes busy for this long, ms. */
const minCallMarginMs = 5_000
const minRefreshMarginMs = 60_000

type TokenClock = {
  /** Records a delay: how long a call took, or how late a timer was. */
  observe(delayMs: number): void
  /** Starts the lifetime of a token. `since` is an instant before its issue, in the time of `monotonic`. */
  start(token: string, lifetimeMs: number, since: number): void
  /** Milliseconds until the token has to be refreshed, at most 0 when it is due. A token that was not started is never due. */
  untilRefresh(token: string): number
  /** Whether a call that begins now reaches the server before the token ends. */
  isUsable(token: string): boolean
}

/**
 * Knows how old a token is. It uses only the lifetime that the server gave the token, and a clock that nobody sets, so the clock of
 * the device does not matter. The margins before the end grow with the slowness of machine and network: the longest recent delay,
 * once for the way of a call to the server and once more because the next delay may be longer.
 */
export function createTokenClock(monotonic: () => number): TokenClock {
  let known = { token: '', lifetimeMs: 0, endsAt: 0 }
  let longest = { ms: 0, at: 0 }

  const slowness = () => longest.ms * 0.5 ** ((monotonic() - longest.at) / halfLifeMs)
  const left = (token: string) => (token === known.token ? known.endsAt - monotonic() : Number.POSITIVE_INFINITY)
  // However slow the machine is, a token is used for half of its time.
  const margin = (min: number) => Math.min(known.lifetimeMs / 2, min + 2 * slowness())

  return {
    observe(delayMs) {
      if (delayMs > slowness()) longest = { ms: delayMs, at: monotonic() }
    },
    start(token, lifetimeMs, since) {
      known = { token, lifetimeMs, endsAt: since + lifetimeMs }
    },
    untilRefresh: (token) => left(token) - margin(minRefreshMarginMs),
    isUsable: (token) => left(token) > margin(minCallMarginMs),
  }
}
