import type { BlockHeader } from './block-header.ts'

/** Why a header cannot be of the block at a height of the main network. */
export type HeaderRefusal =
  /** Its target is above the limit of the main network: a test network, or made by anybody in a moment. */
  | 'limit'
  /** Every block at this height needed more work. */
  | 'work'
  /** Blocks at this height were mined earlier or later. */
  | 'time'
  /** Blocks at this height have a later version. */
  | 'version'
  /** The time is later than the clock of this device. */
  | 'future'

/** The largest target of the main network. */
const limit = 0xffffn << 208n

/**
 * Blocks of the main network whose times everybody can look up, and the least difficulty of the blocks from there to the next
 * one: a quarter of what it was at most, and for the last one, which has no end, a sixteenth.
 */
const knownBlocks = [
  { height: 0, time: 1_231_006_505, difficulty: 1n },
  { height: 100_000, time: 1_293_623_863, difficulty: 3_000n },
  { height: 210_000, time: 1_354_116_278, difficulty: 700_000n },
  { height: 420_000, time: 1_468_082_773, difficulty: 50_000_000_000n },
  { height: 630_000, time: 1_589_225_023, difficulty: 3_000_000_000_000n },
  { height: 840_000, time: 1_713_571_767, difficulty: 5_000_000_000_000n },
] as const
/** The versions that BIP 34, 66 and 65 require from a height on. */
const leastVersions = [
  { height: 227_931, version: 2 },
  { height: 363_725, version: 3 },
  { height: 388_381, version: 4 },
] as const

/** Clocks of miners differ by at most two hours; the rest is a margin. */
const marginSeconds = 86_400
/** No long run of blocks was mined faster than this. */
const leastSecondsPerBlock = 480

/** @param now seconds since 1970 */
export function refusalOf(header: BlockHeader, height: number, now: number): HeaderRefusal | null {
  const { target, time, version } = header
  if (target > limit) return 'limit'
  const at = knownBlocks.findLastIndex((known) => known.height <= height)
  const [before, after] = [knownBlocks[at]!, knownBlocks[at + 1]]
  if (target > limit / before.difficulty) return 'work'
  const earliest = after ? before.time : before.time + (height - before.height) * leastSecondsPerBlock
  if (time < earliest - marginSeconds || (after && time > after.time + marginSeconds)) return 'time'
  if (leastVersions.some((rule) => height >= rule.height && version < rule.version)) return 'version'
  return time > now + marginSeconds ? 'future' : null
}

/** How many digits the number of attempts has that such a header needs on average. */
export const digitsOfWork = ({ target }: BlockHeader): number => ((1n << 256n) / (target + 1n)).toString().length
