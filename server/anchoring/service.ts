import type { Tx } from '#server/core/db/database.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import {
  type CodeGiver,
  createCodeAdmission,
  createSecretCheck,
  ownSerialOf,
  productOf,
} from '#server/order/service.ts'
import { payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { anchoringProblems, type Proof } from '#shared/anchoring/contract.ts'
import type { PathStep } from '#shared/anchoring/merkle.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { commitFile, fileOts, fileProofs } from './file.ts'
import { mailAdministrators } from './operator/administrators.ts'
import { chainView } from './operator/chain-view.ts'
import { problemMail } from './operator/mails.ts'
import { switchNetwork } from './operator/switch-network.ts'
import { buildTree, codeLeaf, codeLeaves, leafHash, nodeHash, sha256, type Tree } from './proof/merkle.ts'
import { assembleProof, pendingSuffix } from './proof/ots-proof.ts'
import { openTopLevels, type TopLevels } from './proof/top-levels.ts'
import { verifyInclusion } from './proof/verify-inclusion.ts'
import { chipsFrom, suffixThrough, viewChains } from './proof-state.ts'
import { connectSigner } from './signer/client.ts'
import { historyMessage, LogHistoryError } from './signer/signed-checkpoints.ts'
import type { AnchorSigner } from './signer/signer-interface.ts'
import { type ChainRow, chainsOf, pathOf, type Reader } from './stored-path.ts'
import { anchorCommitment } from './table.ts'

export {
  type AnchorSigner,
  type ChainRow,
  chainView,
  chipsFrom,
  commitFile,
  connectSigner,
  fileOts,
  fileProofs,
  historyMessage,
  LogHistoryError,
  leafHash,
  mailAdministrators,
  nodeHash,
  problemMail,
  type Reader,
  sha256,
  switchNetwork,
  viewChains,
}

/**
 * Stores a batch's tree for anchoring, in the transaction that activates its codes. The worker gathers the batches in
 * rounds, one transfer on Catapult each, and the rounds in epochs, one transaction on Bitcoin each.
 */
export async function commitBatch(tx: Tx, batch: Tree & { batchId: string; merchantId: string }): Promise<string> {
  const { batchId, merchantId, root, size, levels } = batch
  const [commitment] = await tx
    .insert(anchorCommitment)
    .values({ kind: 'batch', batchId, merchantId, root: Buffer.from(root), size, levels })
    .returning({ id: anchorCommitment.id })
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
  /** The serial that the item had before its code. */
  serial: string | null
  idx: number
  size: number
  root: Buffer
  created_at: string | Date
  /** The place in a round; null in batches that have none yet. */
  round_id: string | null
  round_idx: number | null
  round_size: number | null
  round_root: Buffer | null
  round_suffix: Buffer | null
}

/** An activated code with everything that proves it; undefined for codes that are not activated. */
export type CodeProof = {
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
  /** From the root of the batch to the root of its round, which the Catapult transfer contains. */
  round: { path: PathStep[]; root: Buffer } | null
  /** Timestamp bytes from the root of the batch to the block header, once there is a block. */
  suffix: Buffer | null
  /** Whether SHA-256 of the stored payload leads along the path to the root. Recomputed at each call. */
  holds: boolean
  chains: ChainRow[]
  committedAt: Date
}

type ProofCall = {
  params: { address: string }
  query: { p?: string | undefined }
  request: CodeGiver
}

/**
 * Reads the proof of a code for a caller who knows its secret. The secret is checked before the database is queried:
 * without it, an existing code gets the same response as an unknown one.
 */
export function provenCodes(services: Pick<Services, 'db' | 'config' | 'guesses'>) {
  const admission = createCodeAdmission(services)
  const hasValidSecret = createSecretCheck(services.config.codeKey)
  return async (db: Reader, { params, query, request }: ProofCall): Promise<CodeProof> => {
    const { address, secret = '' } = parseCode(params.address, query.p) ?? {}
    const isAdmitted =
      address !== undefined && (await admission.admit({ address, hasSecret: hasValidSecret(address, secret) }, request))
    const found = isAdmitted ? await proofOf(db, address) : undefined
    if (!found) throw new Problem(anchoringProblems.notAnchored)
    return found
  }
}

/** @param address uuid text of the code */
export async function proofOf(db: Reader, address: string): Promise<CodeProof | undefined> {
  const { rows } = await db.execute<Leaf>(sql`
    select c.id as commitment_id, p.bytes as payload, p.rest, p.digest, ${sql.raw(ownSerialOf('code', 'o'))} as serial, a.idx, c.size, c.root, c.created_at,
      r.id as round_id, c.parent_idx as round_idx, r.size as round_size, r.root as round_root, r.suffix as round_suffix
    from activation a
    join anchor_commitment c on c.batch_id = a.batch_id
    left join anchor_commitment r on r.id = c.parent_id and r.kind = 'round'
    join code on code.address = a.address
    join code_order o on o.id = code.order_id
    join payload p on p.batch_id = a.batch_id and p.sku_id = ${sql.raw(productOf('code', 'o'))}
    where a.address = ${address}::uuid`)
  const leaf = rows[0]
  if (!leaf) return undefined
  // The tree of a batch never changes.
  const path = (await pathOf(db, { id: leaf.commitment_id, size: leaf.size, idx: leaf.idx }))!
  const [round, chains] = [await roundOf(db, leaf), await chainsOf(db, leaf.commitment_id)]
  const bytes = uuidBytes(address)
  const { payload: stored, rest, root, idx: index, size } = leaf
  const payload = Buffer.from(payloadOfCode(stored.toString(), address, leaf.serial ?? undefined))
  const digest = sha256(payload)
  const hashes = path.map((step) => step.hash)
  const holds =
    sha256(stored).equals(leaf.digest) &&
    verifyInclusion({ leaf: codeLeaf(digest, bytes), index, size, path: hashes, root }) &&
    (!round || isInRound(leaf, round.path))
  const suffix = round && suffixThrough(round.path, leaf.round_suffix)
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
    round,
    suffix,
    holds,
    chains,
    committedAt,
  }
}

async function roundOf(db: Reader, leaf: Leaf): Promise<CodeProof['round']> {
  if (leaf.round_id === null) return null
  const path = await pathOf(db, { id: leaf.round_id, size: leaf.round_size!, idx: leaf.round_idx! })
  // Without it, the round is being joined with others: it waits, as a batch without a round does.
  return path ? { path, root: leaf.round_root! } : null
}

function isInRound({ root, round_idx, round_size, round_root }: Leaf, path: readonly PathStep[]): boolean {
  const hashes = path.map((step) => step.hash)
  const entry = leafHash(root)
  return verifyInclusion({ leaf: entry, index: round_idx!, size: round_size!, path: hashes, root: round_root! })
}

/**
 * The .ots file. Until the block is final it points to our calendar, which an ordinary client queries later. A
 * reorganisation can therefore never make a file worthless that was already downloaded.
 */
export function otsFile(proof: CodeProof, publicUrl: string): Buffer {
  const { digest, address, path } = proof
  const final = chipsFrom(proof).bitcoin.state === 'SUCCESS'
  const suffix = final ? proof.suffix! : pendingSuffix(`${publicUrl.replace(/\/+$/, '')}/`)
  return assembleProof({ digest, address, path, suffix })
}

/** The calendar: returns the rest of the proof for a batch root once its block is final. */
export async function timestampOf(db: Reader, root: Buffer): Promise<Buffer | undefined> {
  const { rows } = await db.execute<RoundPosition>(sql`
    select r.id as round_id, c.parent_idx as round_idx, r.size as round_size, r.suffix as round_suffix
    from anchor_commitment c
    join anchor_commitment r on r.id = c.parent_id and r.kind = 'round'
    join anchor_job j on j.commitment_id = r.parent_id
    where c.root = ${root} and j.state = 'FINAL' and j.chain = 'bitcoin'`)
  const place = rows[0]
  if (!place) return undefined
  const path = await pathOf(db, { id: place.round_id, size: place.round_size, idx: place.round_idx })
  return (path && suffixThrough(path, place.round_suffix)) ?? undefined
}

interface RoundPosition extends Record<string, unknown> {
  round_id: string
  round_idx: number
  round_size: number
  round_suffix: Buffer | null
}

export function buildProofResponse(proof: CodeProof): Proof {
  return {
    payload: proof.payload.toString('base64'),
    digest: proof.digest.toString('hex'),
    address: proof.address.toString('hex'),
    path: hexPath(proof.path),
    root: proof.root.toString('hex'),
    round: proof.round && { path: hexPath(proof.round.path), root: proof.round.root.toString('hex') },
    chains: viewChains(proof),
    anchoredAt: proof.committedAt.toISOString(),
  }
}

const hexPath = (path: PathStep[]): Proof['path'] =>
  path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash).toString('hex') }))

/** The top levels of a stored tree, for checking the paths of many of its codes. */
export const topLevelsOf = (bytes: Buffer, { size, root }: Pick<Tree, 'size' | 'root'>): TopLevels =>
  openTopLevels(bytes, size, root)

/** The leaf of a code whose payload has this digest. */
export const leafOf = (digest: Uint8Array, address: string): Buffer => codeLeaf(digest, uuidBytes(address))
