import {
  type BlobRow,
  type OfflineDatabase,
  type OutboxRow,
  operationOf,
  type Rejection,
} from '#client/core/offline/database/database.ts'
import { coreProblems, type ProblemBody } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/quota.ts'
import { type BlobState, syncContract, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { canonicalOperation, sha256Hex } from '#shared/sync/operation.ts'
import { isLargeOperation } from './next-batch.ts'
import { sendSyncRequest } from './request.ts'
import { SyncStoppedError, type Transport } from './transport.ts'

/** Attempts to send one file when the received bytes have another hash. */
const maxAttempts = 3
/** The file is missing on this device, arrives with another hash, or is rejected. */
const failedUpload: Rejection = { code: syncProblems.file.code, message: '' }
const tooLarge: Rejection = { code: coreProblems.tooLarge.code, message: '' }
/** Problems of an upload that its user must know. */
const shownProblems: readonly string[] = [quotaCode, coreProblems.denied.code]

type BlobUploadEvents = {
  /** Called after each chunk. */
  arrived(): void
  /** Whether other operations wait, which are sent before the rest of a file. */
  isInterrupted(): boolean
}

/** An interrupted upload continues at the same offset in the next sync. */
type Outcome = 'complete' | 'interrupted' | Rejection

/** Uploads the files that operations wait for, until it is interrupted. Returns whether an operation became ready. */
export async function uploadBlobs(
  db: OfflineDatabase,
  transport: Transport,
  events: BlobUploadEvents,
): Promise<boolean> {
  let isReady = false
  for (const { at } of await db.outbox.where('state').equals('held').toArray()) {
    const row = await db.outbox.get(at)
    if (row?.state !== 'held') continue
    const outcome = await uploadBlobsOf(db, transport, row, events)
    if (outcome === 'interrupted') break
    const isComplete = outcome === 'complete'
    await db.outbox.update(at, isComplete ? { state: 'ready' } : { state: 'attention', rejection: outcome })
    isReady ||= isComplete
  }
  return isReady
}

async function uploadBlobsOf(
  db: OfflineDatabase,
  transport: Transport,
  row: OutboxRow,
  events: BlobUploadEvents,
): Promise<Outcome> {
  for (const sha256 of row.blobs) {
    const blob = await db.blobs.get(sha256)
    if (blob?.complete) continue
    const outcome = blob ? await uploadBlob(transport, blob, events) : failedUpload
    if (outcome !== 'complete') return outcome
    await db.blobs.update(sha256, { complete: true })
  }
  return isLargeOperation(row) ? uploadOperation(transport, row, events) : 'complete'
}

/** Uploads the text of a large operation. The name of this file is the hash of the operation. */
async function uploadOperation(transport: Transport, row: OutboxRow, events: BlobUploadEvents): Promise<Outcome> {
  const content = new TextEncoder().encode(canonicalOperation(operationOf(row)))
  const size = content.length
  if (size > syncLimits.blobBytes) return tooLarge
  return uploadBlob(transport, { sha256: await sha256Hex(content), size, content }, events)
}

/** Continues at the offset that the server reports. */
async function uploadBlob(
  transport: Transport,
  { sha256, size, content }: Omit<BlobRow, 'complete'>,
  events: BlobUploadEvents,
): Promise<Outcome> {
  const params = { sha256 }
  let state = requireBlobState(await sendSyncRequest(transport, syncContract.blob, { params }))
  for (let started = 0; !state.complete; ) {
    const { offset } = state
    if (offset === 0 && ++started > maxAttempts) return failedUpload
    const body = await bytesOf(content.slice(offset, offset + syncLimits.chunkBytes))
    const response = await sendSyncRequest(transport, syncContract.putChunk, { params, query: { offset, size }, body })
    if ('rejected' in response) {
      const { error, details } = response.rejected
      if (shownProblems.includes(error)) return rejectionOf(response.rejected)
      if (error !== syncProblems.chunk.code) return failedUpload
      state = { offset: Number(details.offset), complete: false }
      continue
    }
    state = response
    events.arrived()
    if (!state.complete && events.isInterrupted()) return 'interrupted'
  }
  return 'complete'
}

const rejectionOf = ({ error: code, message, details }: ProblemBody): Rejection => ({ code, message, details })

function requireBlobState(response: BlobState | { rejected: unknown }): BlobState {
  if ('rejected' in response) throw new SyncStoppedError({ reason: 'unreachable' })
  return response
}

async function bytesOf(piece: Blob | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return piece instanceof Uint8Array ? piece : new Uint8Array(await piece.arrayBuffer())
}
