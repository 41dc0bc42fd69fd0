import { addKey, type Burst, burstEndMs, flushAfterMs, isOver, textsOf } from './burst.ts'
import { snapshotField } from './field-snapshot.ts'
import { usLetter } from './us-layout.ts'

/** Source of time and timers, replaced by tests. */
type WedgeClock = {
  timeOf: (event: KeyboardEvent) => number
  /** Calls `over` after a delay; returns a function that cancels it. */
  after: (ms: number, over: () => void) => () => void
}

const realClock: WedgeClock = {
  // The time of the key press, not of its processing by a busy page.
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
  let isReported = false
  let removeTypedCharacters = (_typed: number) => {}
  let cancelTimer = () => {}
  /** Until then a second final key belongs to the previous burst. */
  let endingUntil = Number.NEGATIVE_INFINITY

  /** The burst is kept: late keys complete it, and it is reported again. */
  const report = () => {
    if (!burst?.captured || isReported) return
    isReported = true
    onBurst(textsOf(burst))
  }
  const end = () => {
    cancelTimer()
    report()
    burst = undefined
  }
  const suppress = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const handleKeyDown = (event: Event) => {
    // Browser autofill fires key events that are not key presses.
    if (!(event instanceof KeyboardEvent)) return
    const at = timeOf(event)
    if (burst?.captured && isOver(burst, at)) end()
    if (modifiers.has(event.key)) return
    if (isEnding(event) && (burst?.captured || at < endingUntil)) {
      suppress(event)
      endingUntil = at + burstEndMs
      return end()
    }
    if (!isCharacter(event)) return end()
    const letter = { own: event.key, us: usLetter(event) ?? event.key }
    const next = addKey(burst, letter, at)
    burst = next.burst
    if (next.kind === 'begin') removeTypedCharacters = snapshotField(page.document.activeElement)
    if (next.kind === 'capture') removeTypedCharacters(burst.letters.length - 1)
    if (!burst.captured) return
    suppress(event)
    isReported = false
    cancelTimer()
    cancelTimer = after(flushAfterMs, report)
  }

  page.addEventListener('keydown', handleKeyDown, { capture: true })
  return () => {
    page.removeEventListener('keydown', handleKeyDown, { capture: true })
    cancelTimer()
  }
}

/** Scanners end with one of these keys, or with two: carriage return and line feed, which are Enter and Ctrl+J. */
const isEnding = ({ key, code, ctrlKey }: KeyboardEvent) =>
  key === 'Enter' || key === 'Tab' || (ctrlKey && code === 'KeyJ')

/** Whether the event is one printed character: no shortcut, no repeated key, no input method. */
function isCharacter(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || [...event.key].length !== 1) return false
  return !((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph'))
}
