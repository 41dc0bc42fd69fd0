import { setImmediate } from 'node:timers/promises'
import type { ListedCode } from '#server/order/service.ts'

type AskedCode = { row: number; text: string; address: string }
type ReadRowError = { row: number; code: string; problem: NonNullable<ReturnType<typeof listProblem>> }

const rowsAtOnce = 2000

/** What is wrong with a code of a list by itself. @param seen the addresses of the codes above it */
export function listProblem(
  code: ListedCode | undefined,
  seen: ReadonlySet<string>,
): 'unreadable' | 'wrongSecret' | 'ambiguous' | 'duplicate' | undefined {
  if (!code) return 'unreadable'
  if (code.isAmbiguous) return 'ambiguous'
  if (code.hasSecret === false) return 'wrongSecret'
  return seen.has(code.address) ? 'duplicate' : undefined
}

/** Reads a list of codes: those that may be asked about in the order of the list, and the rows that are none. */
export async function readList(
  list: readonly string[],
  read: (text: string) => ListedCode | undefined,
): Promise<{ asked: AskedCode[]; errors: ReadRowError[] }> {
  const [asked, errors]: [AskedCode[], ReadRowError[]] = [[], []]
  const seen = new Set<string>()
  for (const [i, text] of list.entries()) {
    // Yields to other calls during long lists.
    if (i % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const code = read(text)
    const problem = listProblem(code, seen)
    if (!code || problem) errors.push({ row: i + 1, code: text, problem: problem ?? 'unreadable' })
    else {
      seen.add(code.address)
      asked.push({ row: i + 1, text, address: code.address })
    }
  }
  return { asked, errors }
}
