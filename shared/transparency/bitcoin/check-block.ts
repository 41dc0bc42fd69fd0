import type { OtsAttestation, OtsReading } from '#shared/transparency/ots/read-ots.ts'
import { type BlockHeader, headerWithRoot } from './block-header.ts'
import type { BlockSource } from './block-source.ts'
import { type HeaderRefusal, refusalOf } from './main-network.ts'

/** What is known of the block that a Bitcoin file leads to. Only `confirmed` says that the file is in the main chain. */
export type BlockCheck =
  /** The source did not respond. */
  | { outcome: 'unreachable' }
  /** No header fits the file. */
  | { outcome: 'none' }
  | { outcome: 'refused'; height: number; header: BlockHeader; refusal: HeaderRefusal }
  /** The id of its block was not compared yet with one that the reader trusts. */
  | { outcome: 'uncompared'; height: number; header: BlockHeader }
  /** The source that the reader trusts has another block at this height. */
  | { outcome: 'different'; height: number; header: BlockHeader; trusted: string }
  | { outcome: 'confirmed'; height: number; header: BlockHeader; source: string }

/** An id of a block, and who says that it is in the chain, in words for the reader. */
type TrustedHash = {
  hash: string
  source: string
}
type BlockAttestation = OtsAttestation & { height: number }

/** Requests to a source: a file may list any number of blocks. Lower ones are earlier, and count more. */
const maxBlocks = 8

export function blocksOf({ attestations }: OtsReading): BlockAttestation[] {
  return attestations.filter((one): one is BlockAttestation => one.height !== null).slice(0, maxBlocks)
}

/** The better a finding, the later. Of equal findings, the one of the lowest block counts. */
const order = ['none', 'refused', 'different', 'unreachable', 'uncompared', 'confirmed'] as const
const rankOf = ({ outcome }: BlockCheck): number => order.indexOf(outcome)
const best = (checks: readonly BlockCheck[]): BlockCheck =>
  checks.reduce((left, right) => (rankOf(right) > rankOf(left) ? right : left), { outcome: 'none' })

/** Looks for the blocks of a file in headers that anybody may have made. */
export function checkHeaders(
  reading: OtsReading,
  headers: readonly Uint8Array[],
  trusted: TrustedHash | undefined,
  now: number,
): BlockCheck {
  const checks = blocksOf(reading).flatMap(({ height, message }) =>
    headers.flatMap((bytes) => {
      const header = headerWithRoot(bytes, message)
      return header ? [compareBlock({ height, header }, trusted, now)] : []
    }),
  )
  return best(checks)
}

/** The block of a header beside the id that the reader trusts, if there is one yet. */
export function compareBlock(
  { height, header }: { height: number; header: BlockHeader },
  trusted: TrustedHash | undefined,
  now: number,
): BlockCheck {
  const refusal = refusalOf(header, height, now)
  if (refusal) return { outcome: 'refused', height, header, refusal }
  if (!trusted) return { outcome: 'uncompared', height, header }
  if (trusted.hash !== header.hash) return { outcome: 'different', height, header, trusted: trusted.hash }
  return { outcome: 'confirmed', height, header, source: trusted.source }
}

/** Asks a node or an explorer, which the reader trusts, for the blocks of a file, until one confirms it. */
export async function askSource(
  reading: OtsReading,
  { ask, source, now }: { ask: BlockSource; source: string; now: number },
): Promise<BlockCheck> {
  const checks: BlockCheck[] = []
  for (const block of blocksOf(reading)) {
    const found = await ask(block.height).catch(() => undefined)
    const check: BlockCheck = found
      ? checkHeaders({ ...reading, attestations: [block] }, [found.header], { hash: found.hash, source }, now)
      : { outcome: 'unreachable' }
    checks.push(check)
    if (check.outcome === 'confirmed') break
  }
  return best(checks)
}
