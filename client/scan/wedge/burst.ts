/** A character as the keyboard's layout gives it, and as a United States layout would. */
export type Letter = { own: string; us: string }

export type Burst = {
  letters: readonly Letter[]
  lastAt: number
  /** From now on its characters are a scanner's, and no field's. */
  captured: boolean
}

/**
 * What happens to a key: - begin: passes; it may start a burst, so the focused field is remembered - pass: goes to the
 * field - capture: a scanner is recognized; earlier characters are removed from the field - swallow: is suppressed
 */
export type KeyAction = 'begin' | 'pass' | 'capture' | 'swallow'

/** Milliseconds between the characters of a scanner; fingers need more, except when a few keys go down together. */
export const maxKeyGapMs = 35
/** A captured burst is over after this long without a character, by the times of the keys: radio scanners stutter. */
export const burstEndMs = 100
/** A burst without an ending is told after this long, by the clock: a busy browser hands keys over late. */
export const flushAfterMs = 400
/** A run of this many characters at this speed is not human typing. */
export const minBurstLength = 6

/** A character key went down. */
export function addKey(burst: Burst | undefined, letter: Letter, at: number): { burst: Burst; fate: KeyAction } {
  if (!burst || at - burst.lastAt >= (burst.captured ? burstEndMs : maxKeyGapMs))
    return { burst: { letters: [letter], lastAt: at, captured: false }, fate: 'begin' }
  const letters = [...burst.letters, letter]
  const captured = burst.captured || letters.length >= minBurstLength
  const fate = burst.captured ? 'swallow' : captured ? 'capture' : 'pass'
  return { burst: { letters, lastAt: at, captured }, fate }
}

/** Whether a key pressed at this time is too late to belong to a captured burst. */
export const isOver = (burst: Burst, at: number): boolean => at - burst.lastAt >= burstEndMs

/** What was scanned. Scanners type for a United States keyboard, so another layout garbles them: then both ways. */
export function textsOf({ letters }: Burst): string[] {
  const own = letters.map((letter) => letter.own).join('')
  const us = letters.map((letter) => letter.us).join('')
  return own === us ? [own] : [own, us]
}
