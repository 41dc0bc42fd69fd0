import { useEffect, useState } from 'react'
import { awaitedScanKey, rememberedUserId } from '#client/core/session/session-storage.ts'
import type { FirstStepsState } from '#shared/insights/first-steps.ts'

/**
 * Returns whether the first scan has come since this device showed the account without one, so that it is also
 * announced after a reload, until it is dismissed.
 */
export function useFirstScan(state: FirstStepsState | undefined): { hasCome: boolean; dismiss: () => void } {
  const account = rememberedUserId()
  const [isDismissed, setDismissed] = useState(false)
  const isAwaited = state?.codes && !state.scanned
  useEffect(() => {
    if (!isAwaited || !account) return
    try {
      localStorage.setItem(awaitedScanKey, account)
    } catch {
      // A device without space does not announce it.
    }
  }, [isAwaited, account])
  return {
    hasCome:
      state?.scanned === true &&
      !isDismissed &&
      account !== undefined &&
      localStorage.getItem(awaitedScanKey) === account,
    dismiss: () => {
      localStorage.removeItem(awaitedScanKey)
      setDismissed(true)
    },
  }
}
