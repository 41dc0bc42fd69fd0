import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { leafHash } from './proof/merkle.ts'
import { assembleFileProof, pendingSuffix } from './proof/ots-proof.ts'
import { verifyInclusion } from './proof/verify-inclusion.ts'
import { chipsFrom, type ProofState, suffixThrough } from './proof-state.ts'
import { type ChainRow, pathsOf, type Reader } from './stored-path.ts'
import { anchorCommitment } from './table.ts'

/**
 * Anchors a file by its SHA-256, in the transaction that stores the file: the digest becomes an entry of the next round, as the
 * root of a batch does. The bytes have to be made by this server: a file of another origin could have the bytes of a leaf of a
 * tree, and would then prove a code that was never activated.
 */
export async function commitFile(
  tx: Tx,
  { digest, merchantId }: { digest: Buffer; merchantId: string },
): Promise<void> {
  await tx.insert(anchorCommitment).values({ kind: 'file', merchantId, root: digest, size: 1, levels: digest })
}

/** The proof of a file. */
type FileProof = ProofState & { digest: Buffer }

type Row = {
  root: Buffer
  round_id: string | null
  idx: number | null
  size: number | null
  round_root: Buffer | null
  suffix: Buffer | null
  chains: ChainRow[] | null
}

/**
 * The proofs of anchored files, by their digest in hex. Rounds belong to no merchant, so the handle has to be one of the
 * system; the caller has checked to which merchant the files belong.
 */
export async function fileProofs(db: Reader, digests: readonly Buffer[]): Promise<Map<string, FileProof>> {
  if (digests.length === 0) return new Map()
  const { rows } = await db.execute<Row>(sql`
    select c.root, r.id as round_id, c.parent_idx as idx, r.size, r.root as round_root, r.suffix,
      (select json_agg(json_build_object('chain', j.chain, 'network', j.network, 'state', j.state, 'winner', j.winner,
        'height', j.height)) from anchor_job j where j.commitment_id in (r.id, r.parent_id)) as chains
    from anchor_commitment c left join anchor_commitment r on r.id = c.parent_id
    where c.kind = 'file' and c.root in (${sql.join([...digests], sql`, `)})`)
  const placed = rows.filter(({ round_id }) => round_id !== null)
  const paths = await pathsOf(
    db,
    placed.map(({ round_id, idx, size }) => ({ id: round_id!, idx: idx!, size: size! })),
  )
  const path = new Map(placed.map((row, i) => [row, paths[i]]))
  return new Map(
    rows.map((row) => {
      const { root: digest, suffix, chains } = row
      const steps = path.get(row)
      const holds = !steps || isEntry(row, steps)
      const proof = { digest, holds, suffix: steps ? suffixThrough(steps, suffix) : null, chains: chains ?? [] }
      return [digest.toString('hex'), proof]
    }),
  )
}

function isEntry({ root, idx, size, round_root }: Row, steps: Parameters<typeof suffixThrough>[0]): boolean {
  const path = steps.map(({ hash }) => hash)
  return verifyInclusion({ leaf: leafHash(root), index: idx!, size: size!, path, root: round_root! })
}

/** The .ots file of an anchored file. Until its block is final it refers to our calendar, as that of a code does. */
export function fileOts(proof: FileProof, publicUrl: string): Buffer {
  const isFinal = chipsFrom(proof).bitcoin.state === 'SUCCESS'
  const suffix = isFinal ? proof.suffix! : pendingSuffix(`${publicUrl.replace(/\/+$/, '')}/`)
  return assembleFileProof(proof.digest, suffix)
}
