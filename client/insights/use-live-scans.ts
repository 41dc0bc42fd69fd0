import { useEffect, useRef } from 'react'
import { call } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { insightsContract } from '#shared/insights/contract.ts'

/** The server watches for half a minute after each call. */
const watchEveryMs = 20_000
/** The screen is read again at most this often: the calls of an account are limited. */
const minPauseMs = 1_500

/** While it is on, calls `show` within two seconds after a product of the merchant was scanned. */
export function useLiveScans(isOn: boolean, show: () => void): void {
  const last = useRef(0)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useServerEvents('scans', () => {
    if (!isOn || waiting.current !== undefined) return
    const wait = Math.max(0, last.current + minPauseMs - Date.now())
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      last.current = Date.now()
      show()
    }, wait)
  })
  useEffect(() => {
    if (!isOn) return
    // Scans that were missed meanwhile are shown with the next one. A failed call is ignored, since the next one follows soon.
    const watch = () => {
      if (!document.hidden) void call(insightsContract.watch, {}).catch(() => undefined)
    }
    watch()
    const repeat = setInterval(watch, watchEveryMs)
    document.addEventListener('visibilitychange', watch)
    return () => {
      document.removeEventListener('visibilitychange', watch)
      clearInterval(repeat)
      clearTimeout(waiting.current)
      waiting.current = undefined
    }
  }, [isOn])
}
