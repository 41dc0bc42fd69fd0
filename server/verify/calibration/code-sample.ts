/** Codes of a SKU in its sample. */
export const sampleSize = 2_000
const hashes = 2 ** 32

/** A number of 32 bits that is the same at each run: the end of an address is random. */
const hashOf = (address: string): number => Number.parseInt(address.slice(-8), 16)

/**
 * Decides which codes of each SKU can be among the `sampleSize` with the smallest hash, in whatever order they arrive. It keeps two
 * numbers for each SKU, and lets at most some thousand codes of a SKU pass.
 */
export function createCodeSample(size = sampleSize): (skuId: string, address: string) => boolean {
  const limits = new Map<string, { below: number; passed: number }>()
  return (skuId, address) => {
    const limit = limits.get(skuId) ?? { below: hashes, passed: 0 }
    limits.set(skuId, limit)
    if (hashOf(address) >= limit.below) return false
    limit.passed++
    // About half of them are below half of the limit, which are enough.
    if (limit.passed >= 3 * size) {
      limit.below /= 2
      limit.passed /= 2
    }
    return true
  }
}
