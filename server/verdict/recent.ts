/**
 * Remembers the newest, and lets go of the older half at once: when `most` are remembered, and every `ms` milliseconds. What
 * is put in stays for `ms` at least, unless so many follow, and costs a scan no more than an entry of a map.
 */
export class Recent<V> {
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  #begun = Date.now()
  readonly #half: number
  readonly #ms: number

  constructor({ most, ms }: { most: number; ms: number }) {
    this.#half = most / 2
    this.#ms = ms
  }

  get(key: string): V | undefined {
    this.#age()
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half) this.#turn()
    this.#young.set(key, value)
  }

  #age(): void {
    const passed = Date.now() - this.#begun
    if (passed >= this.#ms) this.#turn()
    if (passed >= 2 * this.#ms) this.#turn()
  }

  #turn(): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#begun = Date.now()
  }
}
