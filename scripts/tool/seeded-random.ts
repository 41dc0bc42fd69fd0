/** A seeded random generator: the same seed gives the same simulation. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!
  }

  /** Picks an entry by its weight. */
  weighted<T>(from: readonly (readonly [weight: number, thing: T])[]): T {
    let left = this.next() * from.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, thing] of from) {
      left -= weight
      if (left < 0) return thing
    }
    return from.at(-1)![1]
  }

  /** A random count of at least one, with the given mean. */
  several(mean: number, most: number): number {
    let count = 1
    while (count < most && this.happens(1 - 1 / mean)) count++
    return count
  }
}
