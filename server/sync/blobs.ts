import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type BlobState, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'

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

/**
 * Stores the next chunk of a file. A chunk that arrived before is ignored. A chunk beyond the next byte is rejected with the
 * expected offset. The last chunk completes the file, whose name is its digest.
 */
export async function putChunk(tx: Tx, files: FileStore, owner: QuotaOwner, chunk: Chunk): Promise<BlobState> {
  const { merchantId } = owner
  const { sha256, offset, size, content } = chunk
  if (!Buffer.isBuffer(content) || content.length === 0) throw new Problem(coreProblems.invalid)
  if (content.length > syncLimits.chunkBytes) throw new Problem(coreProblems.tooLarge)
  const known = await lockBlob(tx, owner, sha256, size)
  if (known.file || offset < known.received) return stateOf(known)
  if (offset > known.received) throw new Problem(syncProblems.chunk, { offset: known.received })
  const received = offset + content.length
  if (known.size !== size || received > size) throw new Problem(coreProblems.invalid)
  await tx.execute(sql`
    insert into sync_blob_chunk (merchant_id, sha256, start, content) values (${merchantId}, ${sha256}, ${offset}, ${content})`)
  const file = received === size ? await assemble(tx, files, merchantId, sha256) : null
  const damaged = received === size && file === null
  await tx.execute(sql`
    update sync_blob set received = ${damaged ? 0 : received}, file = ${file}
    where merchant_id = ${merchantId} and sha256 = ${sha256}`)
  return stateOf({ size, received: damaged ? 0 : received, file })
}

/** Locks the file, so that its chunks are stored one after the other. A new file is counted with its full size at once. */
async function lockBlob(tx: Tx, owner: QuotaOwner, sha256: string, size: number): Promise<StoredBlob> {
  const { merchantId } = owner
  const known = await find(tx, merchantId, sha256, true)
  if (known) return known
  await assertQuota(tx, owner, 'unfinishedFiles')
  await assertQuota(tx, owner, 'fieldFiles')
  await assertQuota(tx, owner, 'fileBytes', size)
  await tx.execute(sql`
    insert into sync_blob (merchant_id, sha256, size) values (${merchantId}, ${sha256}, ${size}) on conflict do nothing`)
  return (await find(tx, merchantId, sha256, true))!
}

/**
 * Stores the complete file before the row that names it: a rollback leaves only an unused file. Returns null and deletes the
 * chunks if the digest differs.
 */
async function assemble(tx: Tx, files: FileStore, merchantId: string, sha256: string): Promise<string | null> {
  const { rows } = await tx.execute<{ content: Buffer }>(sql`
    delete from sync_blob_chunk where merchant_id = ${merchantId} and sha256 = ${sha256} returning start, content`)
  const chunks = (rows as unknown as { start: number; content: Buffer }[]).toSorted((a, b) => a.start - b.start)
  const whole = Buffer.concat(chunks.map(({ content }) => content))
  if (createHash('sha256').update(whole).digest('hex') !== sha256) return null
  return (await files.put(whole, { private: true })).hash
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
