import type { BlobRow, OfflineDatabase, OutboxRow, Rejection } from '#client/core/offline/database/database.ts'
import type { ProblemBody } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/limits.ts'
import { type BlobState, syncContract, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { sendSyncRequest } from './request.ts'
import { SyncStoppedError, type Transport } from './transport.ts'

/** Attempts to send one file when the received bytes have another hash. */
const maxAttempts = 3
/** The file is missing on this device, or arrives with another hash. */
const missingFile: Rejection = { code: syncProblems.file.code, message: '' }

/**
 * Uploads the files that operations wait for. Calls `arrived` after each chunk. Returns whether an operation became
 * ready.
 */
export async function uploadBlobs(db: OfflineDatabase, transport: Transport, arrived: () => void): Promise<boolean> {
  let isReady = false
  for (const { at } of await db.outbox.where('state').equals('held').toArray()) {
    const row = await db.outbox.get(at)
    if (row?.state !== 'held') continue
    const rejection = await uploadBlobsOf(db, transport, row, arrived)
    await db.outbox.update(at, rejection ? { state: 'attention', trouble: rejection } : { state: 'ready' })
    isReady ||= !rejection
  }
  return isReady
}

/** Returns the reason why the files cannot be uploaded, or undefined. */
async function uploadBlobsOf(
  db: OfflineDatabase,
  transport: Transport,
  { blobs }: OutboxRow,
  arrived: () => void,
): Promise<Rejection | undefined> {
  for (const sha256 of blobs) {
    const blob = await db.blobs.get(sha256)
    if (blob?.complete) continue
    const rejection = blob ? await uploadBlob(transport, blob, arrived) : missingFile
    if (rejection) return rejection
    await db.blobs.update(sha256, { complete: true })
  }
  return undefined
}

/** Continues at the offset that the server reports. */
async function uploadBlob(
  transport: Transport,
  { sha256, size, content }: BlobRow,
  arrived: () => void,
): Promise<Rejection | undefined> {
  const params = { sha256 }
  let state = requireBlobState(await sendSyncRequest(transport, syncContract.blob, { params }))
  for (let started = 0; !state.complete; ) {
    const { offset } = state
    if (offset === 0 && ++started > maxAttempts) return missingFile
    const body = await bytesOf(content.slice(offset, offset + syncLimits.chunkBytes))
    const response = await sendSyncRequest(transport, syncContract.putChunk, { params, query: { offset, size }, body })
    if ('rejected' in response && response.rejected.error === quotaCode) return rejectionOf(response.rejected)
    if ('rejected' in response && response.rejected.error !== syncProblems.chunk.code) return missingFile
    if ('rejected' in response) state = { offset: Number(response.rejected.details.offset), complete: false }
    else {
      state = response
      arrived()
    }
  }
  return undefined
}

const rejectionOf = ({ error: code, message, details }: ProblemBody): Rejection => ({ code, message, details })

function requireBlobState(response: BlobState | { rejected: unknown }): BlobState {
  if ('rejected' in response) throw new SyncStoppedError({ reason: 'unreachable' })
  return response
}

async function bytesOf(piece: Blob | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return piece instanceof Uint8Array ? piece : new Uint8Array(await piece.arrayBuffer())
}
