import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addKey, type Burst, burstEndMs, maxKeyGapMs, minBurstLength, textsOf } from './burst.ts'

/** The shortest pause of human typing: slightly more than the limit, because sums of times are rounded. */
const fingersMs = maxKeyGapMs + 0.01

const letter = (own: string) => ({ own, us: own })
const word = (most: number) => fc.string({ minLength: 1, maxLength: most, unit: 'grapheme-ascii' })
const gaps = (min: number, max: number, length: number) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: length, maxLength: length })

/** A simulated field that receives passed characters, and is restored when a burst is recognized. */
function type(keys: readonly { own: string; at: number }[], field = '') {
  let burst: Burst | undefined
  let remembered = field
  let text = field
  for (const { own, at } of keys) {
    const next = addKey(burst, letter(own), at)
    burst = next.burst
    if (next.kind === 'begin') remembered = text
    if (next.kind === 'capture') text = remembered
    if (next.kind === 'begin' || next.kind === 'pass') text += own
  }
  return { text, scanned: burst?.captured ? textsOf(burst)[0] : undefined }
}

const timed = (text: string, from: number, steps: readonly number[]) => {
  let at = from
  return [...text].map((own, n) => {
    at += n === 0 ? 0 : steps[n - 1]!
    return { own, at }
  })
}

describe('a hardware scanner that acts as a keyboard [OF04]', () => {
  test('is captured key by key, and the field stays unchanged', () => {
    const bursts = fc
      .string({ minLength: minBurstLength, maxLength: 60, unit: 'grapheme-ascii' })
      .chain((text) => fc.tuple(fc.constant(text), gaps(0, maxKeyGapMs - 0.01, text.length), fc.string()))
    fc.assert(
      fc.property(bursts, ([text, steps, field]) => {
        expect(type(timed(text, 1000, steps), field)).toEqual({ text: field, scanned: text })
      }),
    )
  })

  test('is captured after typing, and the typed text stays', () => {
    const scene = fc
      .record({
        typed: word(12),
        scanned: fc.string({ minLength: minBurstLength, maxLength: 50, unit: 'grapheme-ascii' }),
      })
      .chain((words) =>
        fc.tuple(
          fc.constant(words),
          gaps(fingersMs, 900, words.typed.length),
          gaps(0, maxKeyGapMs - 0.01, words.scanned.length),
          fc.double({ min: fingersMs, max: 900, noNaN: true }),
        ),
      )
    fc.assert(
      fc.property(scene, ([{ typed, scanned }, slow, quick, between]) => {
        const before = timed(typed, 0, slow)
        const after = timed(scanned, before.at(-1)!.at + between, quick)
        expect(type([...before, ...after])).toEqual({ text: typed, scanned })
      }),
    )
  })

  test('tolerates pauses once it is recognized', () => {
    const quick = Array.from({ length: minBurstLength - 1 }, () => 5)
    const { text, scanned } = type(timed('ABCDEFGH', 0, [...quick, burstEndMs - 1, burstEndMs - 1]))
    expect({ text, scanned }).toEqual({ text: '', scanned: 'ABCDEFGH' })
  })

  test('is not recognized in human typing at any speed, including keys pressed together', () => {
    const typing = word(40).chain((text) =>
      fc.tuple(fc.constant(text), gaps(fingersMs, 1000, text.length), fc.nat(1000)).map(([words, steps, seed]) => ({
        words,
        // Rolled keys: up to five are pressed within a few milliseconds, then there is a pause.
        steps: steps.map((step, n) => ((n + seed) % (minBurstLength - 1) === 0 ? step : step % maxKeyGapMs)),
      })),
    )
    fc.assert(
      fc.property(typing, ({ words, steps }) => {
        expect(type(timed(words, 0, steps))).toEqual({ text: words, scanned: undefined })
      }),
    )
  })
})
