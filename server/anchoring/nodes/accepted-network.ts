import { anchorChain } from '#server/anchoring/table.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

/** The network that anchors are made on. Undefined in a new installation, which takes that of its first node. */
export async function acceptedNetwork(db: Tx | Database['read'], chain: ChainId): Promise<string | undefined> {
  const [row] = await db.select({ network: anchorChain.network }).from(anchorChain).where(eq(anchorChain.chain, chain))
  return row?.network ?? undefined
}

/** Stores the network of the first connection. Throws when another worker has stored another one at the same moment. */
export async function acceptFirstNetwork(tx: Tx, chain: ChainId, network: string): Promise<void> {
  const [row] = await tx
    .insert(anchorChain)
    .values({ chain, network })
    .onConflictDoUpdate({
      target: anchorChain.chain,
      set: { network: sql`coalesce(${anchorChain.network}, excluded.network)` },
    })
    .returning({ network: anchorChain.network })
  if (row!.network !== network) throw new Error(`Another worker has found ${chain} on ${row!.network}.`)
}

/**
 * Throws when the accepted network is not that of the connection any more. No other network can be confirmed until the end of
 * the transaction, so that nothing is signed for an earlier network.
 */
export async function requireNetwork(tx: Tx, chain: ChainId, network: string): Promise<void> {
  const { rows } = await tx.execute<{ network: string | null }>(
    sql`select network from anchor_chain where chain = ${chain} for key share`,
  )
  const accepted = rows[0]?.network
  if (accepted && accepted !== network)
    throw new Error(`Anchors of ${chain} are made on ${accepted}, and not on ${network}.`)
}

/**
 * The condition of the jobs that can be worked on. Those of a network that the installation has left wait for a node of it:
 * they are neither announced nor signed again on another network.
 *
 * @param job the name of the table anchor_job in the statement
 */
export const acceptedNetworkCondition = (job: 'anchor_job' | 'j' = 'anchor_job'): SQL =>
  sql.raw(`(${job}.network is null or not exists (
    select from anchor_chain present where present.chain = ${job}.chain and present.network <> ${job}.network))`)
