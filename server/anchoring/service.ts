import { hash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/core/db/database.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { payloadOfCode } from '#shared/activation/payload-of-code.ts'
import {
  type AttestationStatus,
  anchoringProblems,
  type ChainId,
  type ChainStatuses,
  type JobState,
  type Proof,
} from '#shared/anchoring/contract.ts'
import { type PathStep, pathOffsets } from '#shared/anchoring/merkle.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { buildTree, codeLeaf, codeLeaves, leafHash, nodeHash, type Tree } from './proof/merkle.ts'
import { assembleProof, pendingSuffix } from './proof/ots-proof.ts'
import { openTopLevels, type TopLevels } from './proof/top-levels.ts'
import { verifyInclusion } from './proof/verify-inclusion.ts'
import { connectSigner } from './signer/client.ts'
import type { AnchorSigner } from './signer/signer-interface.ts'
import { anchorCommitment, anchorJob } from './table.ts'

export { type AnchorSigner, connectSigner, leafHash, nodeHash }

/** A handle that can run a read: a transaction or the autocommit handle. */
export type Reader = Tx | Database['read']

/**
 * Stores a batch's tree for anchoring, in the transaction that activates its codes. Catapult gets one transaction per
 * batch, Bitcoin one per epoch of batches, which the worker closes.
 */
export async function commitBatch(tx: Tx, batch: Tree & { batchId: string; merchantId: string }): Promise<string> {
  const { batchId, merchantId, root, size, levels } = batch
  const [commitment] = await tx
    .insert(anchorCommitment)
    .values({ kind: 'batch', batchId, merchantId, root: Buffer.from(root), size, levels })
    .returning({ id: anchorCommitment.id })
  await tx.insert(anchorJob).values({ commitmentId: commitment!.id, chain: 'catapult' })
  return commitment!.id
}

/** The tree over the codes of a batch: 32 bytes of digest and 16 bytes of address per code, flat, in leaf order. */
export function batchTree(digests: Uint8Array, addresses: Uint8Array): Tree {
  return buildTree(codeLeaves(digests, addresses))
}

interface Leaf extends Record<string, unknown> {
  commitment_id: string
  payload: Buffer
  rest: Buffer | null
  digest: Buffer
  idx: number
  size: number
  root: Buffer
  suffix: Buffer | null
  created_at: string | Date
}
export interface ChainRow extends Record<string, unknown> {
  chain: ChainId
  network: string | null
  state: JobState
  winner: string | null
  height: number | null
}

/** An activated code with everything that proves it; undefined for codes that are not activated. */
export interface CodeProof {
  commitmentId: string
  /** The place of its leaf, and the number of leaves. */
  index: number
  size: number
  address: Buffer
  payload: Buffer
  /** The facts beyond the payload, whose digest it contains. */
  rest: Buffer | null
  digest: Buffer
  path: PathStep[]
  root: Buffer
  suffix: Buffer | null
  /** Whether SHA-256 of the stored payload leads along the path to the root. Recomputed at each call. */
  holds: boolean
  chains: ChainRow[]
  committedAt: Date
}

/**
 * Reads the proof of a code for a caller who knows its secret. The secret is checked before the database is queried:
 * without it, an existing code gets the same response as an unknown one.
 */
export function provenCodes(hasValidSecret: (address: string, secret: string) => boolean) {
  return async (
    db: Reader,
    asked: { params: { address: string }; query: { p?: string | undefined } },
  ): Promise<CodeProof> => {
    const code = parseCode(asked.params.address, asked.query.p)
    const mayKnow = code !== undefined && hasValidSecret(code.address, code.secret ?? '')
    const found = mayKnow ? await proofOf(db, code.address) : undefined
    if (!found) throw new Problem(anchoringProblems.notAnchored)
    return found
  }
}

/** @param address uuid text of the code */
export async function proofOf(db: Reader, address: string): Promise<CodeProof | undefined> {
  const { rows } = await db.execute<Leaf>(sql`
    select c.id as commitment_id, p.bytes as payload, p.rest, p.digest, a.idx, c.size, c.root, c.suffix, c.created_at
    from activation a
    join anchor_commitment c on c.batch_id = a.batch_id
    join code on code.address = a.address
    join code_order o on o.id = code.order_id
    join payload p on p.batch_id = a.batch_id and p.sku_id = o.sku_id
    where a.address = ${address}::uuid`)
  const leaf = rows[0]
  if (!leaf) return undefined
  const [path, chains] = [await pathOf(db, leaf), await chainsOf(db, leaf.commitment_id)]
  const bytes = uuidBytes(address)
  const { payload: stored, rest, root, suffix, idx: index, size } = leaf
  const payload = Buffer.from(payloadOfCode(stored.toString(), address))
  const digest = hash('sha256', payload, 'buffer')
  const hashes = path.map((step) => step.hash)
  const holds =
    hash('sha256', stored, 'buffer').equals(leaf.digest) &&
    verifyInclusion({ leaf: codeLeaf(digest, bytes), index, size, path: hashes, root })
  const { commitment_id: commitmentId, created_at } = leaf
  const committedAt = new Date(created_at)
  return {
    commitmentId,
    index,
    size,
    address: bytes,
    payload,
    rest,
    digest,
    path,
    root,
    suffix,
    holds,
    chains,
    committedAt,
  }
}

/** Reads the siblings from the stored tree without loading the tree. */
async function pathOf(db: Reader, leaf: Leaf): Promise<PathStep[]> {
  const offsets = pathOffsets(leaf.size, leaf.idx)
  if (offsets.length === 0) return []
  const parts = sql.join(
    offsets.map(({ offset }) => sql`substring(levels from ${offset + 1}::int for 32)`),
    sql` || `,
  )
  const { rows } = await db.execute<{ path: Buffer }>(
    sql`select ${parts} as path from anchor_commitment where id = ${leaf.commitment_id}::uuid`,
  )
  const path = rows[0]!.path
  return offsets.map(({ side }, i) => ({ side, hash: path.subarray(i * 32, (i + 1) * 32) }))
}

/** Catapult contains the batch root, Bitcoin the root of its epoch. */
async function chainsOf(db: Reader, commitmentId: string): Promise<ChainRow[]> {
  const { rows } = await db.execute<ChainRow>(sql`
    select j.chain, j.network, j.state, j.winner, j.height
    from anchor_commitment c join anchor_job j on j.commitment_id in (c.id, c.parent_id)
    where c.id = ${commitmentId}::uuid`)
  return rows
}

/**
 * The status of each chain for shoppers. Only a final transaction together with a recomputed path is a success. An
 * unreachable node leaves a status pending, never failed.
 */
export function chipsFrom(proof: ProofState | undefined): ChainStatuses {
  const chip = (chain: ChainId) => {
    const row = proof?.chains.find((candidate) => candidate.chain === chain)
    return { state: attestationOf(proof, row), network: row?.network ?? null }
  }
  return { catapult: chip('catapult'), bitcoin: chip('bitcoin') }
}

type ProofState = Pick<CodeProof, 'holds' | 'suffix' | 'chains'>

function attestationOf(proof: ProofState | undefined, row: ChainRow | undefined): AttestationStatus {
  if (!proof) return 'UNKNOWN'
  if (!proof.holds || row?.state === 'FAILED') return 'FAILED'
  if (row?.state !== 'FINAL') return 'PENDING'
  return row.chain === 'catapult' || proof.suffix ? 'SUCCESS' : 'PENDING'
}

/**
 * The .ots file. Until the block is final it points to our calendar, which an ordinary client queries later. A
 * reorganisation can therefore never make a file worthless that was already downloaded.
 */
export function otsFile(proof: CodeProof, publicUrl: string): Buffer {
  const { digest, address, path } = proof
  const final = chipsFrom(proof).bitcoin.state === 'SUCCESS'
  const suffix = final ? proof.suffix! : pendingSuffix(proof.root, `${publicUrl.replace(/\/+$/, '')}/`)
  return assembleProof({ digest, address, path, suffix })
}

/** The calendar: returns the rest of the proof for a batch root once its block is final. */
export async function timestampOf(db: Reader, root: Buffer): Promise<Buffer | undefined> {
  const [found] = await db
    .select({ suffix: anchorCommitment.suffix })
    .from(anchorCommitment)
    .innerJoin(anchorJob, eq(anchorJob.commitmentId, anchorCommitment.parentId))
    .where(sql`${anchorCommitment.root} = ${root} and ${anchorJob.state} = 'FINAL' and ${anchorJob.chain} = 'bitcoin'`)
  return found?.suffix ?? undefined
}

export function proofAnswer(proof: CodeProof): Proof {
  const chips = chipsFrom(proof)
  return {
    payload: proof.payload.toString('base64'),
    digest: proof.digest.toString('hex'),
    address: proof.address.toString('hex'),
    path: proof.path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash).toString('hex') })),
    root: proof.root.toString('hex'),
    chains: (['catapult', 'bitcoin'] as const).map((chain) => {
      const row = proof.chains.find((candidate) => candidate.chain === chain)
      const { state, network } = chips[chain]
      return { chain, network, state, transaction: row?.winner ?? null, height: row?.height ?? null }
    }),
    anchoredAt: proof.committedAt.toISOString(),
  }
}

/** The top levels of a stored tree, for checking the paths of many of its codes. */
export const topLevelsOf = (bytes: Buffer, { size, root }: Pick<Tree, 'size' | 'root'>): TopLevels =>
  openTopLevels(bytes, size, root)

/** The leaf of a code whose payload has this digest. */
export const leafOf = (digest: Uint8Array, address: string): Buffer => codeLeaf(digest, uuidBytes(address))
