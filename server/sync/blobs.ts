import { createHash } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import type { Services } from '#server/core/services.ts'
import { acceptFieldFile } from '#server/media/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { mediaQuotas } from '#shared/media/quotas.ts'
import { type BlobState, type FieldFileExt, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { syncQuotas } from '#shared/sync/quotas.ts'

type StoredBlob = { size: number; received: number; file: string | null }

export async function findMissingBlobs(tx: Tx, merchantId: string, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const { rows } = await tx.execute<{ sha256: string }>(sql`
    select sha256 from sync_blob where merchant_id = ${merchantId} and file is not null
      and sha256 = any(${textArray(digests)})`)
  const complete = new Set(rows.map(({ sha256 }) => sha256))
  return new Set(digests.filter((sha256) => !complete.has(sha256)))
}

/** The name of a complete file in the file store. */
export async function findBlobFile(tx: Tx, merchantId: string, sha256: string): Promise<string | undefined> {
  const found = await find(tx, merchantId, sha256)
  return found?.file ?? undefined
}

/** Its content in the file store is removed by the cleanup, because no row refers to it any more. */
export async function removeBlob(tx: Tx, merchantId: string, sha256: string): Promise<void> {
  await tx.execute(sql`delete from sync_blob where merchant_id = ${merchantId} and sha256 = ${sha256}`)
}

export async function readBlobState(tx: Tx, merchantId: string, sha256: string): Promise<BlobState> {
  return stateOf(await find(tx, merchantId, sha256))
}

type Chunk = { sha256: string; offset: number; size: number; content: unknown }
/** The stored complete file; no file if its bytes have another digest. Only a file of an answer has an extension and a hash. */
type Assembled = { file: string | null; ext?: FieldFileExt; contentHash?: string }

/**
 * Stores the complete file if this is its last chunk, before the transaction that names it: no transaction waits for the file
 * store, and a crash leaves only an unused file, which the cleanup removes. The chunk itself is not stored, so a device that got
 * no response sends it again.
 */
export async function assembleBlob(
  { db, files, compute }: Pick<Services, 'db' | 'files' | 'compute'>,
  owner: QuotaOwner,
  chunk: Chunk,
): Promise<Assembled | undefined> {
  const { merchantId } = owner
  const { sha256, offset, size } = chunk
  const content = contentOf(chunk)
  if (offset + content.length !== size) return undefined
  const before = await db.tenant(merchantId, async (tx) => {
    const known = await lockBlob(tx, owner, sha256, size)
    return isNext(known, chunk) ? readChunks(tx, merchantId, sha256) : undefined
  })
  if (!before) return undefined
  const whole = Buffer.concat([...before, content])
  if (createHash('sha256').update(whole).digest('hex') !== sha256) return { file: null }
  const accepted = await acceptFieldFile(compute, whole).catch(rejectUnreadable)
  const { hash: file, contentHash } = await files.put(accepted?.content ?? whole, { private: true })
  return accepted ? { file, ext: accepted.ext, contentHash } : { file }
}

/** A device cannot mend a damaged picture: its record is shown to its user. */
function rejectUnreadable(error: unknown): never {
  if (error instanceof Problem && error.kind.status < 500) throw new Problem(syncProblems.file)
  throw error
}

/**
 * Stores the next chunk of a file. A chunk that arrived before is ignored. A chunk beyond the next byte is rejected with the
 * expected offset. The last chunk completes the file, whose name is its digest, or deletes all chunks if the digest differs.
 */
export async function putChunk(
  tx: Tx,
  owner: QuotaOwner,
  chunk: Chunk,
  assembled: Assembled | undefined,
): Promise<BlobState> {
  const { merchantId } = owner
  const { sha256, offset, size } = chunk
  const content = contentOf(chunk)
  const known = await lockBlob(tx, owner, sha256, size)
  if (known.file || offset < known.received) return stateOf(known)
  if (offset > known.received) throw new Problem(syncProblems.chunk, { offset: known.received })
  const received = offset + content.length
  if (known.size !== size || received > size) throw new Problem(coreProblems.invalid)
  if (received < size) {
    await tx.execute(sql`
      insert into sync_blob_chunk (merchant_id, sha256, start, content) values (${merchantId}, ${sha256}, ${offset}, ${content})`)
    return update(tx, merchantId, sha256, { size, received, file: null })
  }
  // The chunk before this one was committed only after the file was assembled: the device sends this one again.
  if (!assembled) return stateOf(known)
  await tx.execute(sql`delete from sync_blob_chunk where merchant_id = ${merchantId} and sha256 = ${sha256}`)
  return update(tx, merchantId, sha256, { size, received: assembled.file ? received : 0, ...assembled })
}

function contentOf({ content }: Chunk): Buffer {
  if (!Buffer.isBuffer(content) || content.length === 0) throw new Problem(coreProblems.invalid)
  if (content.length > syncLimits.chunkBytes) throw new Problem(coreProblems.tooLarge)
  return content
}

const isNext = (known: StoredBlob, { offset, size }: Chunk): boolean =>
  !known.file && offset === known.received && size === known.size

async function update(tx: Tx, merchantId: string, sha256: string, blob: StoredBlob & Assembled): Promise<BlobState> {
  const { received, file, ext = null, contentHash = null } = blob
  await tx.execute(sql`
    update sync_blob set received = ${received}, file = ${file}, ext = ${ext}, content_hash = ${contentHash}
    where merchant_id = ${merchantId} and sha256 = ${sha256}`)
  return stateOf(blob)
}

/** Locks the file, so that its chunks are stored one after the other. A new file is counted with its full size at once. */
async function lockBlob(tx: Tx, owner: QuotaOwner, sha256: string, size: number): Promise<StoredBlob> {
  const { merchantId } = owner
  const known = await find(tx, merchantId, sha256, true)
  if (known) return known
  await assertQuota(tx, owner, syncQuotas.unfinishedFiles)
  await assertQuota(tx, owner, syncQuotas.fieldFiles)
  await assertQuota(tx, owner, mediaQuotas.fileBytes, size)
  await tx.execute(sql`
    insert into sync_blob (merchant_id, sha256, size) values (${merchantId}, ${sha256}, ${size}) on conflict do nothing`)
  return (await find(tx, merchantId, sha256, true))!
}

async function readChunks(tx: Tx, merchantId: string, sha256: string): Promise<Buffer[]> {
  const { rows } = await tx.execute<{ content: Buffer }>(sql`
    select content from sync_blob_chunk where merchant_id = ${merchantId} and sha256 = ${sha256} order by start`)
  return rows.map(({ content }) => content)
}

async function find(tx: Tx, merchantId: string, sha256: string, lock = false): Promise<StoredBlob | undefined> {
  const { rows } = await tx.execute<StoredBlob>(sql`
    select size, received, file from sync_blob where merchant_id = ${merchantId} and sha256 = ${sha256}
    ${lock ? sql`for update` : sql``}`)
  return rows[0]
}

function stateOf(blob: StoredBlob | undefined): BlobState {
  return { offset: blob?.received ?? 0, complete: Boolean(blob?.file) }
}
