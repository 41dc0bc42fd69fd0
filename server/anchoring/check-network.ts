import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ChainId } from '#shared/anchoring/contract.ts'
import type { Reader } from './service.ts'
import { anchorJob } from './table.ts'

/** The node is on an unexpected network, where proofs would be worthless. */
class WrongNetwork extends Error {
  override name = 'WrongNetwork'
}

/**
 * Rejects a node whose network is not the configured one. When no network is configured, the network of the earlier
 * anchors is required, so that a mistaken address never moves an installation to another chain.
 */
export async function checkNetwork(
  db: Reader,
  chain: ChainId,
  found: string,
  configured: string | undefined,
): Promise<void> {
  const variable = `${chain.toUpperCase()}_NETWORK`
  if (configured === found) return
  if (configured) throw new WrongNetwork(`The node is on ${found}, and ${variable} says ${configured}.`)
  const [earlier] = await db
    .select({ network: anchorJob.network })
    .from(anchorJob)
    .where(and(eq(anchorJob.chain, chain), isNotNull(anchorJob.network)))
    .orderBy(desc(anchorJob.createdAt))
    .limit(1)
  if (!earlier || earlier.network === found) return
  throw new WrongNetwork(
    `The node is on ${found}, and earlier anchors were made on ${earlier.network}. If ${found} is meant, set ${variable}=${found}.`,
  )
}
