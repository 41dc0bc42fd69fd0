import { useEffect } from 'react'

/** A touch sends its click a moment after it has ended (ms). */
const clickDelayMs = 300

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []

function press() {
  clearTimeout(timer)
  isPressed = true
}
function end() {
  isPressed = false
  for (const run of waiting.splice(0)) run()
}
function endAfter(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(end, ms)
}
const release = () => endAfter(clickDelayMs)
// After the handlers of the click.
const click = () => endAfter(0)

let watchers = 0
const steps = { pointerdown: press, pointerup: release, pointercancel: end, click } as const

/** Tracks whether a pointer is pressed, while a component that needs it is mounted. */
function watch(): () => void {
  if (watchers++ === 0) for (const [name, run] of Object.entries(steps)) addEventListener(name, run, { capture: true })
  return () => {
    if (--watchers > 0) return
    for (const [name, run] of Object.entries(steps)) removeEventListener(name, run, { capture: true })
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
    if (isPressed) waiting.push(run)
    else run()
  }
}
