import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { dropReceived, readReceived } from '#client/core/files/received-file.ts'

/** The state of a navigation to a screen that uses the received file. */
export const withReceived = { received: true } as const

/** Whether the screen was opened with the received file. Remains true when the screen changes its own address. */
export function useHasReceived(): boolean {
  const state: unknown = useLocation().state
  return useState(typeof state === 'object' && state !== null && 'received' in state)[0]
}

/** Gives the received file once to the screen that was chosen for it. A reload or a step back finds none. */
export function useReceivedFile(take: (file: File) => Promise<void>): void {
  const hasReceived = useHasReceived()
  const isTaken = useRef(false)
  const use = useEffectEvent(async () => {
    const file = await readReceived()
    if (!file) return
    await dropReceived()
    await take(file)
  })
  useEffect(() => {
    if (!hasReceived || isTaken.current) return
    isTaken.current = true
    // Without a cache there is no file; the list is chosen as usual.
    use().catch(() => undefined)
  }, [hasReceived])
}
