import { JobBlocked } from '#server/anchoring/jobs/blocked.ts'
import type { CatapultRest } from './client.ts'

/** More than half of the configured nodes: 1 of 1, 2 of 2, 2 of 3. */
export const quorumOfNodes = (configured: number): number => Math.floor(configured / 2) + 1

/** Too few nodes say the same. Nothing becomes final meanwhile, and nothing expires. */
export class Disagreement extends JobBlocked {
  override name = 'Disagreement'

  constructor(reason: string) {
    super('disagreement', reason, 15_000)
  }
}

interface Block {
  meta: { hash: string }
  block: { timestamp: string; transactionsHash: string }
}

export interface AgreedBlock {
  hash: string
  timestamp: bigint
  transactionsHash: string
}

export interface FinalTip {
  height: number
  timestamp: bigint
}

/** What a number of nodes say in the same words. A node alone can neither make an anchor final nor let it expire. */
export function createAgreement(nodes: readonly CatapultRest[], quorum: number) {
  /** The answers of the nodes that answer. */
  async function ask<T>(path: string): Promise<T[]> {
    const answers = await Promise.allSettled(nodes.map((node) => node.get<T>(path)))
    const found = answers.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
    if (found.length < quorum)
      throw new Disagreement(`${found.length} of the Catapult nodes answer ${path}, and ${quorum} must agree.`)
    return found
  }

  /** The block at a height. Throws Disagreement. */
  async function block(height: number): Promise<AgreedBlock> {
    const blocks = await ask<Block>(`/blocks/${height}`)
    const groups = Map.groupBy(blocks, ({ meta, block }) => `${meta.hash} ${block.timestamp} ${block.transactionsHash}`)
    const agreed = [...groups.values()].find((group) => group.length >= quorum)?.[0]
    if (!agreed) throw new Disagreement(`The Catapult nodes have different blocks at height ${height}.`)
    const { timestamp, transactionsHash } = agreed.block
    return { hash: agreed.meta.hash, timestamp: BigInt(timestamp), transactionsHash }
  }

  return {
    block,
    /** The highest block that enough nodes have finalized. Throws Disagreement. */
    async finalTip(): Promise<FinalTip> {
      const infos = await ask<{ latestFinalizedBlock: { height: string } }>('/chain/info')
      const heights = infos.map(({ latestFinalizedBlock }) => Number(latestFinalizedBlock.height)).sort((a, b) => b - a)
      const height = heights[quorum - 1]!
      return { height, timestamp: (await block(height)).timestamp }
    },
  }
}
