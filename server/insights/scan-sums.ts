import type { Tx } from '#server/core/db/database.ts'
import { addRawSums, noSums, type ScanSums, scanned } from './raw-scans.ts'
import type { Scope } from './scope.ts'

/** Numbers of scans of a scope. `behind`: seconds by which they may be behind. */
export async function scanSums(tx: Tx, scope: Scope): Promise<{ sums: ScanSums; behind: number }> {
  const sums = noSums()
  await addRawSums(tx, sums, scanned(scope))
  return { sums, behind: 0 }
}
