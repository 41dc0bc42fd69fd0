/** A character in the current keyboard layout, and in the US layout. */
type Letter = { own: string; us: string }

export type Burst = {
  letters: readonly Letter[]
  lastAt: number
  /** Whether a scanner was recognized: its characters no longer reach a field. */
  captured: boolean
}

/**
 * The handling of a key:
 * - begin: passes; it may start a burst, so the focused field is remembered
 * - pass: goes to the field
 * - capture: a scanner is recognized; earlier characters are removed from the field
 * - swallow: is suppressed
 */
type KeyAction = 'begin' | 'pass' | 'capture' | 'swallow'

/**
 * Maximum time between characters of a scanner, ms. Human typing is slower, except when a few keys are pressed
 * together.
 */
export const maxKeyGapMs = 35
/** A captured burst ends after this time without a character, by the timestamps of the keys. Radio scanners pause. */
export const burstEndMs = 100
/** A burst without a final key is reported after this time, by the clock, because a busy browser delivers keys late. */
export const flushAfterMs = 400
/** This many characters at this speed are not human typing. */
export const minBurstLength = 6

/** Handles a pressed character key. */
export function addKey(burst: Burst | undefined, letter: Letter, at: number): { burst: Burst; kind: KeyAction } {
  if (!burst || at - burst.lastAt >= (burst.captured ? burstEndMs : maxKeyGapMs))
    return { burst: { letters: [letter], lastAt: at, captured: false }, kind: 'begin' }
  const letters = [...burst.letters, letter]
  const captured = burst.captured || letters.length >= minBurstLength
  const action = burst.captured ? 'swallow' : captured ? 'capture' : 'pass'
  return { burst: { letters, lastAt: at, captured }, kind: action }
}

/** Whether a key pressed at this time is too late to belong to a captured burst. */
export const isOver = (burst: Burst, at: number): boolean => at - burst.lastAt >= burstEndMs

/**
 * The scanned text. Scanners type for a US keyboard, so another layout changes the text: then both versions are
 * returned.
 */
export function textsOf({ letters }: Burst): string[] {
  const own = letters.map((letter) => letter.own).join('')
  const us = letters.map((letter) => letter.us).join('')
  return own === us ? [own] : [own, us]
}
