import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FeeBudgetError } from '#server/anchoring/jobs/blocked.ts'
import { replaceFile } from '#server/core/files/replace-file.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** Smallest units of the currency; 0 is no limit. */
export interface Budget {
  day: bigint
  year: bigint
}

/** `key` names the thing that is paid for only once: an output, or the hash of a transfer. */
interface Entry {
  at: number
  chain: ChainId
  key: string
  fee: string
}

/**
 * The fees that the signer has signed for, in a file of its own: it has no database, and a caller cannot reset it. Of the
 * transactions that spend one output, only the dearest counts, because only one of them can be mined.
 */
export class FeeLedger {
  readonly #entries = new Map<string, Entry>()
  readonly #file: string | undefined
  readonly #budgets: Record<ChainId, Budget>
  readonly #now: () => number

  /** @param file without one, the fees are lost with the process: for tests */
  constructor(budgets: Record<ChainId, Budget>, file?: string, now: () => number = Date.now) {
    this.#budgets = budgets
    this.#file = file
    this.#now = now
    if (file) this.#read(file)
  }

  /** Throws FeeBudgetError if the fee would exceed a limit. Otherwise it is written to the disk. */
  spend(chain: ChainId, key: string, fee: bigint): void {
    const known = BigInt(this.#entries.get(key)?.fee ?? 0)
    const more = fee - known
    if (more <= 0n) return
    const { day, year } = this.sums(chain)
    const limits = this.#budgets[chain]
    for (const [sum, limit, span] of [
      [day, limits.day, 'day'],
      [year, limits.year, 'year'],
    ] as const) {
      if (limit > 0n && sum + more > limit) {
        throw new FeeBudgetError(`The fees of a ${span} on ${chain} would be above its budget of ${limit}: not signed.`)
      }
    }
    const entry = { at: this.#now(), chain, key, fee: String(fee) }
    if (this.#file) mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    this.#entries.set(key, entry)
  }

  sums(chain: ChainId): { day: bigint; year: bigint } {
    const now = this.#now()
    let [day, year] = [0n, 0n]
    for (const entry of this.#entries.values()) {
      if (entry.chain !== chain) continue
      if (entry.at > now - YEAR_MS) year += BigInt(entry.fee)
      if (entry.at > now - DAY_MS) day += BigInt(entry.fee)
    }
    return { day, year }
  }

  describe(chain: ChainId) {
    const { day: dayLimit, year: yearLimit } = this.#budgets[chain]
    return { ...this.sums(chain), dayLimit, yearLimit }
  }

  /**
   * Reads the file and writes it again without entries that are older than a year. An incomplete line of a crash is left out.
   */
  #read(file: string): void {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    for (const line of text.split('\n')) {
      const entry = entryOf(line)
      if (entry && entry.at > this.#now() - YEAR_MS) this.#entries.set(entry.key, entry)
    }
    const entryLines = [...this.#entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('')
    replaceFile(file, entryLines)
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
