import type { Judge, Judgement } from '#client/ui/scan/judge.ts'
import type { ScannedCode } from '#shared/verify/code.ts'
import { printedLetters } from '#shared/verify/code.ts'

/** What is asked of the server: one judgement for each code, in their order. */
export type AskMany = (codes: readonly string[]) => Promise<readonly Judgement[]>

type Waiting = { code: ScannedCode; resolve: (judgement: Judgement) => void; reject: (reason: unknown) => void }

/**
 * A judge that asks about several codes at a time, with a pause (ms) between two questions: the server answers a list as
 * quickly as one code, and allows so many questions a minute.
 */
export function batchedJudge(ask: AskMany, pauseMs = 1200, now: () => number = () => performance.now()): Judge {
  let waiting: Waiting[] = []
  let next = Number.NEGATIVE_INFINITY
  let isPlanned = false

  async function flush(): Promise<void> {
    isPlanned = false
    next = now() + pauseMs
    const asked = waiting
    waiting = []
    try {
      const judgements = await ask(asked.map(({ code }) => asPrinted(code)))
      for (const [place, { resolve }] of asked.entries()) resolve(judgements[place]!)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (code) =>
    new Promise<Judgement>((resolve, reject) => {
      waiting.push({ code, resolve, reject })
      if (!isPlanned) setTimeout(() => void flush(), Math.max(0, next - now()))
      isPlanned = true
    })
}

/** A code in the letters beside its QR code. */
export const asPrinted = ({ address, secret = '' }: ScannedCode): string => printedLetters(address) + secret
