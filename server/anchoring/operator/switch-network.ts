import { demoBatchCondition, localNetworks } from '#server/anchoring/jobs/demo-data.ts'
import { maxChildren } from '#server/anchoring/jobs/gather.ts'
import { acceptedNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import type { Reader } from '#server/anchoring/service.ts'
import { anchorChain, anchorCoin, chainBlock } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import { chainsProblems, type SwitchOffer } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'

/** Unsigned anchors: rounds on Catapult, epochs on Bitcoin. */
const unsignedJobs = (chain: ChainId) =>
  sql`select j.id, j.commitment_id from anchor_job j where j.chain = ${chain} and j.state = 'QUEUED' and j.network is null`

/** The cost of confirming the offered network; null while none is offered. */
export async function switchOffer(db: Reader, chain: ChainId, report: ChainReport | null): Promise<SwitchOffer | null> {
  const offer = report?.offer
  if (!offer) return null
  const { roots, demoRoots, left } = await countRoots(db, chain, localNetworks.includes(offer.network))
  const transactions = Math.ceil(roots / maxChildren)
  const total = `${BigInt(transactions) * BigInt(offer.fee)}`
  const from = (await acceptedNetwork(db, chain)) ?? null
  return { from, to: offer.network, roots, transactions, fee: offer.fee, total, demoRoots, left }
}

/** Roots that no transaction of any network contains, and open anchors on the earlier network. */
async function countRoots(db: Reader, chain: ChainId, isLocal: boolean) {
  const kinds = chain === 'catapult' ? sql`('batch', 'file')` : sql`('round')`
  // The demo data of a round on its way to Bitcoin is that of its batches.
  const demo =
    chain === 'catapult'
      ? demoBatchCondition('c')
      : sql`(exists (select from anchor_commitment b where b.parent_id = c.id)
          and not exists (select from anchor_commitment b where b.parent_id = c.id and not ${demoBatchCondition('b')}))`
  const { rows } = await db.execute<{ roots: number; demo: number; left: number }>(sql`
    with unsigned as (${unsignedJobs(chain)}),
    roots as (
      select ${isLocal ? sql`false` : demo} as is_demo from anchor_commitment c
      where c.kind in ${kinds} and (c.parent_id in (select commitment_id from unsigned)
        or (c.parent_id is null and not exists (select from anchor_job j where j.commitment_id = c.id and j.chain = ${chain}))))
    select count(*) filter (where not is_demo)::int as roots, count(*) filter (where is_demo)::int as demo,
      (select count(*)::int from anchor_job where chain = ${chain} and state in ('QUEUED', 'SENT', 'MINED')
        and network is not null) as left
    from roots`)
  const { roots, demo: demoRoots, left } = rows[0]!
  return { roots, demoRoots, left }
}

/**
 * Makes the offered network the one that anchors are made on. Signed anchors stay: final ones are never made again, and open
 * ones wait for a node of their own network. Roots that were never signed are gathered anew, because the demo data among them
 * may not be anchored on the new network.
 */
export async function switchNetwork(tx: Tx, chain: ChainId, network: string): Promise<void> {
  const [row] = await tx.select().from(anchorChain).where(eq(anchorChain.chain, chain)).for('update')
  if (row?.network === network && !row.report?.offer) return
  if (!row?.report || row.report.offer?.network !== network) throw new Problem(chainsProblems.notOffered)
  await removeUnsignedTrees(tx, 'bitcoin', 'epoch')
  await removeUnsignedTrees(tx, 'catapult', 'round')
  if (chain === 'bitcoin') await deleteBitcoinState(tx)
  const report = { ...row.report, network, offer: null, problem: null }
  await tx.update(anchorChain).set({ network, report }).where(eq(anchorChain.chain, chain))
}

/** Removes trees with an unsigned root; their children wait again. A round in a signed epoch stays. */
async function removeUnsignedTrees(tx: Tx, chain: ChainId, kind: 'epoch' | 'round'): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with unsigned as (
      select j.id, j.commitment_id from anchor_job j join anchor_commitment c on c.id = j.commitment_id
      where j.chain = ${chain} and j.state = 'QUEUED' and j.network is null and c.kind = ${kind} and c.parent_id is null
      for update of j),
    freed as (
      update anchor_commitment set parent_id = null, parent_idx = null
      where parent_id in (select commitment_id from unsigned))
    delete from anchor_job where id in (select id from unsigned) returning commitment_id as id`)
  const ids = uuidArray(rows.map(({ id }) => id))
  await tx.execute(sql`delete from anchor_commitment where id = any(${ids})`)
}

/**
 * Deletes blocks and outputs of the earlier network. Its mined anchors are searched for again when a node of it returns,
 * because its blocks are not read meanwhile.
 */
async function deleteBitcoinState(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with undone as (
      update anchor_job set state = 'SENT', winner = null, height = null, block_hash = null
      where chain = 'bitcoin' and state = 'MINED' returning commitment_id)
    update anchor_commitment set suffix = null where parent_id in (select commitment_id from undone)`)
  await tx.delete(chainBlock).where(eq(chainBlock.chain, 'bitcoin'))
  await tx.delete(anchorCoin)
}
