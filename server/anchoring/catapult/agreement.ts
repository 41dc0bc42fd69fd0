import { JobBlockedError } from '#server/anchoring/jobs/blocked.ts'
import type { CatapultRest } from './client.ts'
import { provenBlock } from './finalization-proof.ts'

/** More than half of the configured nodes: 1 of 1, 2 of 2, 2 of 3. */
export const quorumOfNodes = (configured: number): number => Math.floor(configured / 2) + 1

/** Too few nodes report the same. Until enough do, no transfer becomes final, and none expires. */
export class NodeDisagreementError extends JobBlockedError {
  override name = 'NodeDisagreementError'

  constructor(reason: string) {
    super('disagreement', reason, 15_000)
  }
}

type Block = {
  meta: { hash: string }
  block: { timestamp: string; transactionsHash: string }
}

type AgreedBlock = {
  hash: string
  timestamp: bigint
  transactionsHash: string
}

export type FinalTip = {
  height: number
  timestamp: bigint
}

/** The facts that enough nodes report alike. A node alone can neither make an anchor final nor let it expire. */
export function createAgreement(nodes: readonly CatapultRest[], quorum: number) {
  /** The responses of the nodes that respond. */
  async function ask<T>(path: string): Promise<T[]> {
    const answers = await Promise.allSettled(nodes.map((node) => node.get<T>(path)))
    const found = answers.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
    if (found.length < quorum)
      throw new NodeDisagreementError(
        `${found.length} of the Catapult nodes respond to ${path}, and ${quorum} must agree.`,
      )
    return found
  }

  /** The block at a height. Throws NodeDisagreementError. */
  async function block(height: number): Promise<AgreedBlock> {
    const blocks = await ask<Block>(`/blocks/${height}`)
    const groups = Map.groupBy(blocks, ({ meta, block }) => `${meta.hash} ${block.timestamp} ${block.transactionsHash}`)
    const agreed = [...groups.values()].find((group) => group.length >= quorum)?.[0]
    if (!agreed) throw new NodeDisagreementError(`The Catapult nodes have different blocks at height ${height}.`)
    const { timestamp, transactionsHash } = agreed.block
    return { hash: agreed.meta.hash, timestamp: BigInt(timestamp), transactionsHash }
  }

  /** The last final block of each node whose proof was checked. Proofs of a public network have hundreds of signatures. */
  const proven = new Map<CatapultRest, string>()

  /** Whether a node shows votes for the agreed block at a height, or for a later one of the same chain. */
  async function proves(node: CatapultRest, height: number, hash: string): Promise<boolean> {
    if (proven.get(node) === `${height} ${hash}`) return true
    const found = provenBlock(await node.get(`/finalization/proof/height/${height}`))
    if (!found || found.height < height) return false
    const agreed = found.height === height ? hash : (await block(found.height)).hash
    if (agreed !== found.hash) return false
    proven.set(node, `${height} ${hash}`)
    return true
  }

  return {
    block,
    /**
     * The highest block that enough nodes have finalized, each with votes whose signatures are right. Throws NodeDisagreementError.
     */
    async finalTip(): Promise<FinalTip> {
      const infos = await ask<{ latestFinalizedBlock: { height: string } }>('/chain/info')
      const heights = infos.map(({ latestFinalizedBlock }) => Number(latestFinalizedBlock.height)).sort((a, b) => b - a)
      const height = heights[quorum - 1]!
      const { timestamp, hash } = await block(height)
      // A node that does not respond, or names a block that no other node has, does not count.
      const shown = await Promise.all(nodes.map((node) => proves(node, height, hash).catch(() => false)))
      const without = nodes.filter((_, i) => !shown[i]).map(({ host }) => host)
      if (nodes.length - without.length < quorum)
        throw new NodeDisagreementError(`No valid votes for final block ${height} from ${without.join(', ')}.`)
      return { height, timestamp }
    },
  }
}
