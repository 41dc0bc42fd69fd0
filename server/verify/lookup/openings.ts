import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { type Opening, readOpenings, viewOpening } from '#server/scratch/service.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'

/** Returns a function that finds the opening of a code, as its visitor sees it; null for a code without a scratch code. */
export function createOpeningLookup(
  db: Pick<Database, 'read'>,
): (address: string, visitor: Promise<string>) => Promise<VerifyResponse['scratch']> {
  const load = createMicroBatch<{ opening: Opening | null }>(async (addresses) => {
    const found = await readOpenings(db.read, addresses)
    return new Map([...found].map(([address, opening]) => [address, { opening }]))
  })
  return async (address, visitor) => {
    const found = await load(address)
    if (!found) return null
    return { opening: found.opening && viewOpening(found.opening, await visitor) }
  }
}
