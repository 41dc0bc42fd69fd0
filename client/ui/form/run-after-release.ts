import { useEffect } from 'react'
import { watchPressEnd } from '#client/ui/layout/press-end.ts'

/** Stops waiting for the end of the current press. Undefined while no pointer is pressed. */
let stopWaiting: (() => void) | undefined
const waiting: (() => void)[] = []

function press() {
  stopWaiting?.()
  stopWaiting = watchPressEnd(end)
}
function end() {
  stopWaiting?.()
  stopWaiting = undefined
  for (const run of waiting.splice(0)) run()
}

let watchers = 0

/** Tracks whether a pointer is pressed, while a component that needs it is mounted. */
function watch(): () => void {
  if (watchers++ === 0) addEventListener('pointerdown', press, { capture: true })
  return () => {
    if (--watchers > 0) return
    removeEventListener('pointerdown', press, { capture: true })
    end()
  }
}

/**
 * Returns a function that runs its argument when no pointer is pressed, otherwise after the click. An error text that appears
 * when a field loses the focus could move the pressed button, and the browser would send no click.
 */
export function useRunAfterRelease(): (run: () => void) => void {
  useEffect(watch, [])
  return (run) => {
    if (stopWaiting) waiting.push(run)
    else run()
  }
}
