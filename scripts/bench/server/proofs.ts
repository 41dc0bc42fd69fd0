import { randomBytes } from 'node:crypto'
import { type BenchEffort, type BenchResult, measureSeconds, median, round } from '#scripts/bench/setup/measure.ts'
import { buildTree, codeLeaves, inclusionPath, sha256 } from '#server/anchoring/proof/merkle.ts'
import { assembleProof, pendingSuffix } from '#server/anchoring/proof/ots-proof.ts'

const codes = 100_000
const address = 16

/** .ots files per second that are assembled from a batch's stored tree: path and bytes, as for a download. */
export async function proofs(_stage: unknown, { rounds }: BenchEffort): Promise<BenchResult> {
  const digest = sha256(randomBytes(200))
  const addresses = randomBytes(codes * address)
  const { levels, size } = buildTree(codeLeaves(Buffer.alloc(codes * 32, digest), addresses))
  const suffix = pendingSuffix('http://localhost:3000/calendar/')
  let bytes = 0
  const rates: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const took = await measureSeconds(async () => {
      for (let i = 0; i < codes; i++) {
        const own = addresses.subarray(i * address, (i + 1) * address)
        bytes += assembleProof({ digest, address: own, path: inclusionPath(levels, size, i), suffix }).length
      }
    })
    rates.push(codes / took)
  }
  const ours = round(median(rates), 0)
  return {
    name: 'proofs',
    ours,
    floor: null,
    ratio: null,
    unit: 'files/s',
    rounds,
    bytes: round(bytes / codes / rounds, 0),
  }
}
