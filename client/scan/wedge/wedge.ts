import { addKey, type Burst, burstEndMs, flushAfterMs, isOver, textsOf } from './burst.ts'
import { snapshotField } from './field-snapshot.ts'
import { usLetter } from './us-layout.ts'

/** Where time comes from; tests bring their own. */
export type WedgeClock = {
  timeOf: (event: KeyboardEvent) => number
  /** Runs `over` after some time; answers how to call it off. */
  after: (ms: number, over: () => void) => () => void
}

const realClock: WedgeClock = {
  // When the key went down, not when a busy page came to see it.
  timeOf: (event) => event.timeStamp,
  after: (ms, over) => {
    const timer = setTimeout(over, ms)
    return () => clearTimeout(timer)
  },
}

const modifiers = new Set(['Shift', 'CapsLock', 'AltGraph', 'NumLock', 'Control'])

/**
 * Captures hardware scanners that act as keyboards. A burst is captured for any focused element, which stays unchanged;
 * human typing passes. Returns a function that stops listening.
 */
export function listenToWedge(
  page: Window,
  onBurst: (texts: readonly string[]) => void,
  { timeOf, after }: WedgeClock = realClock,
): () => void {
  let burst: Burst | undefined
  let isTold = false
  let takeBack = (_typed: number) => {}
  let callOff = () => {}
  /** Until then a second ending belongs to the burst before it. */
  let endingUntil = Number.NEGATIVE_INFINITY

  /** The burst stays: keys of it that come late make it whole, and it is told again. */
  const tell = () => {
    if (!burst?.captured || isTold) return
    isTold = true
    onBurst(textsOf(burst))
  }
  const end = () => {
    callOff()
    tell()
    burst = undefined
  }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const hear = (event: Event) => {
    // A browser that fills in a form tells of keys that were none.
    if (!(event instanceof KeyboardEvent)) return
    const at = timeOf(event)
    if (burst?.captured && isOver(burst, at)) end()
    if (modifiers.has(event.key)) return
    if (isEnding(event) && (burst?.captured || at < endingUntil)) {
      swallow(event)
      endingUntil = at + burstEndMs
      return end()
    }
    if (!isCharacter(event)) return end()
    const letter = { own: event.key, us: usLetter(event) ?? event.key }
    const next = addKey(burst, letter, at)
    burst = next.burst
    if (next.fate === 'begin') takeBack = snapshotField(page.document.activeElement)
    if (next.fate === 'capture') takeBack(burst.letters.length - 1)
    if (!burst.captured) return
    swallow(event)
    isTold = false
    callOff()
    callOff = after(flushAfterMs, tell)
  }

  page.addEventListener('keydown', hear, { capture: true })
  return () => {
    page.removeEventListener('keydown', hear, { capture: true })
    callOff()
  }
}

/** Scanners end with one of these, or with two of them: carriage return and line feed, which is Enter or Ctrl+J. */
const isEnding = ({ key, code, ctrlKey }: KeyboardEvent) =>
  key === 'Enter' || key === 'Tab' || (ctrlKey && code === 'KeyJ')

/** One printed character by a key of its own: no shortcut, no key held down, no input method at work. */
function isCharacter(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || [...event.key].length !== 1) return false
  return !((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph'))
}
