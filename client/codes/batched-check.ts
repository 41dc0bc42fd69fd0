import type { CodeChecker, CodeCheckResult } from '#client/scan/code-check.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

/** The request to the server: returns one result for each code, in their order. */
export type CheckMany = (codes: readonly string[]) => Promise<readonly CodeCheckResult[]>

type Waiting = { code: ScannedCode; resolve: (result: CodeCheckResult) => void; reject: (reason: unknown) => void }

/**
 * Creates a check function that sends several codes in one request, with a pause (ms) between two requests. The server
 * checks a list as quickly as one code, and limits the requests per minute.
 */
export function batchedCheck(ask: CheckMany, pauseMs = 1200, now: () => number = () => performance.now()): CodeChecker {
  let waiting: Waiting[] = []
  let next = Number.NEGATIVE_INFINITY
  let isPlanned = false

  async function flush(): Promise<void> {
    isPlanned = false
    next = now() + pauseMs
    const batch = waiting
    waiting = []
    try {
      const results = await ask(batch.map(({ code }) => formatPrintedCode(code)))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (code) =>
    new Promise<CodeCheckResult>((resolve, reject) => {
      waiting.push({ code, resolve, reject })
      if (!isPlanned) setTimeout(() => void flush(), Math.max(0, next - now()))
      isPlanned = true
    })
}

/** Formats a code as printed beside its QR code. */
export const formatPrintedCode = ({ address, secret = '' }: ScannedCode): string => formatAddress(address) + secret
