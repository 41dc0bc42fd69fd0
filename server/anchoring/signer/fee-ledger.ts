import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FeeBudgetError } from '#server/anchoring/jobs/blocked.ts'
import { replaceFile } from '#server/core/files/replace-file.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

const dayMs = 86_400_000
const yearMs = 365 * dayMs

/** Smallest units of the currency; 0 is no limit. */
type Budget = {
  day: bigint
  year: bigint
}

/** `key` names the thing that is paid for only once: an output, or the hash of a transfer. */
type Entry = {
  at: number
  chain: ChainId
  key: string
  fee: string
}

/** The entries of a span of time, oldest first, and their sum for each chain. Older entries are removed with time. */
class FeeWindow {
  readonly #entries = new Map<string, Entry>()
  readonly #sums: Record<ChainId, bigint> = { bitcoin: 0n, catapult: 0n }
  readonly #spanMs: number

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  /** Replaces the entry of the same key. */
  add(entry: Entry): void {
    this.#remove(entry.key)
    this.#entries.set(entry.key, entry)
    this.#sums[entry.chain] += BigInt(entry.fee)
  }

  get(now: number, key: string): Entry | undefined {
    this.#removeOld(now)
    return this.#entries.get(key)
  }

  sum(now: number, chain: ChainId): bigint {
    this.#removeOld(now)
    return this.#sums[chain]
  }

  entries(now: number): Entry[] {
    this.#removeOld(now)
    return [...this.#entries.values()]
  }

  /**
   * Entries that are later than now were signed while the clock was ahead: they count from now, or they would count until the
   * clock is there. Returns whether there were any.
   */
  correct(now: number): boolean {
    const ahead = [...this.#entries.values()].filter(({ at }) => at > now)
    for (const entry of ahead) this.add({ ...entry, at: now })
    return ahead.length > 0
  }

  #removeOld(now: number): void {
    for (const { key, at } of this.#entries.values()) {
      if (at > now - this.#spanMs) return
      this.#remove(key)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#sums[entry.chain] -= BigInt(entry.fee)
  }
}

/**
 * The fees that the signer has signed for, in a file of its own: it has no database, and a caller cannot reset it. Of the
 * transactions that spend one output, only the dearest counts, because only one of them can be mined.
 */
export class FeeLedger {
  readonly #day = new FeeWindow(dayMs)
  readonly #year = new FeeWindow(yearMs)
  readonly #file: string | undefined
  readonly #budgets: Record<ChainId, Budget>
  readonly #now: () => number
  /** The latest time of an entry or a look at the clock. */
  #latest = 0

  /** @param file without one, the fees are lost with the process: for tests */
  constructor(budgets: Record<ChainId, Budget>, file?: string, now: () => number = Date.now) {
    this.#budgets = budgets
    this.#file = file
    this.#now = now
    if (file) this.#read(file)
  }

  /** Throws FeeBudgetError if the fee would exceed a limit. Otherwise it is written to the disk. */
  spend(chain: ChainId, key: string, fee: bigint): void {
    this.#correctTimes()
    const known = BigInt(this.#year.get(this.#now(), key)?.fee ?? 0)
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
    this.#add(entry)
  }

  sums(chain: ChainId): { day: bigint; year: bigint } {
    this.#correctTimes()
    const now = this.#now()
    return { day: this.#day.sum(now, chain), year: this.#year.sum(now, chain) }
  }

  describe(chain: ChainId) {
    const { day: dayLimit, year: yearLimit } = this.#budgets[chain]
    return { ...this.sums(chain), dayLimit, yearLimit }
  }

  #add(entry: Entry): void {
    this.#latest = Math.max(this.#latest, entry.at)
    this.#day.add(entry)
    this.#year.add(entry)
  }

  /** A look at all entries is needed only when the clock was set back. */
  #correctTimes(): void {
    const now = this.#now()
    if (now < this.#latest && [this.#day, this.#year].map((window) => window.correct(now)).includes(true)) this.#write()
    this.#latest = now
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
      if (entry) this.#add(entry)
    }
    this.#write()
  }

  #write(): void {
    if (!this.#file) return
    const lines = this.#year.entries(this.#now()).map((entry) => `${JSON.stringify(entry)}\n`)
    replaceFile(this.#file, lines.join(''))
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
