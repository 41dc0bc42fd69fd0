import type { CatapultLedger } from '#scripts/chains/catapult/ledger.ts'

/** The root of each confirmed transfer, as hex, in the order of the blocks. */
export function transferredRoots(ledger: CatapultLedger): string[] {
  const roots: string[] = []
  for (let height = 1; height <= ledger.height; height++) {
    for (const { body } of ledger.block(height)!.transfers) {
      roots.push(JSON.parse(Buffer.from(body.message).subarray(1).toString('utf8')).payload)
    }
  }
  return roots
}
