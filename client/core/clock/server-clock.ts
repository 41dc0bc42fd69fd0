import { create } from 'zustand'

/** The difference of the server's clock and the clock of this device, ms. Kept for starts without a connection. */
const key = 'assay.clock'
/** A smaller difference is not corrected: a response takes time. */
const toleranceMs = 60_000
/** A clock that is wrong by more than this is reported to the user. */
const reportedMs = 5 * 60_000
/** While a device sleeps, its monotonic clock may stand still. A longer jump of the other clock is a changed clock. */
const longestSleepMs = 7 * 86_400_000

/** How much the clock of this device is ahead of the server's, ms; 0 while it is about right. */
export const clockError = create<{ aheadMs: number }>()(() => ({ aheadMs: 0 }))

let offset = readOffset()
/** The same moment in the server's time and in that of the monotonic clock. */
let anchor = { server: Date.now() + offset, monotonic: performance.now() }
report()

/** The server's time, as far as this device knows it. A clock that is changed without a connection has no effect. */
export function correctedNow(): number {
  const byClock = Date.now() + offset
  const steady = anchor.server + (performance.now() - anchor.monotonic)
  const jump = byClock - steady
  return jump < -toleranceMs || jump > longestSleepMs ? steady : byClock
}

/** Measures the offset with a time that the server has just sent. Returns whether it has changed. */
export function measureServerTime(serverTime: string): boolean {
  const server = Date.parse(serverTime)
  if (Number.isNaN(server)) return false
  const measured = server - Date.now()
  anchor = { server, monotonic: performance.now() }
  const next = Math.abs(measured) < toleranceMs ? 0 : measured
  if (Math.abs(next - offset) < toleranceMs) return false
  offset = next
  try {
    localStorage.setItem(key, String(offset))
  } catch {
    // Without space, the next start measures it again.
  }
  report()
  return true
}

/** The offset that `correctedNow` adds to the clock of this device. */
export function clockOffset(): number {
  const added = correctedNow() - Date.now()
  return Math.abs(added) < toleranceMs ? 0 : added
}

function report(): void {
  const aheadMs = Math.abs(offset) < reportedMs ? 0 : -offset
  if (clockError.getState().aheadMs !== aheadMs) clockError.setState({ aheadMs })
}

function readOffset(): number {
  try {
    const stored = Number(localStorage.getItem(key))
    return Number.isFinite(stored) ? stored : 0
  } catch {
    return 0
  }
}
