import { merchantOf } from '#server/core/auth/actor.ts'
import type { RouteRequest } from '#server/core/http/serve.ts'
import { parseJsonFile } from '#server/core/request-body/body-parser.ts'
import { findBlobFile, removeBlob } from '#server/sync/blobs.ts'
import type { SyncCall, SyncEntity } from '#server/sync/entity.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type OpResult,
  type PushLarge,
  type PushResponse,
  type syncContract,
  syncProblems,
} from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { appliedOrSuperseded, findLedgerEntries } from './ledger.ts'
import { localizeProblem } from './localize.ts'
import { push, replayResult } from './push.ts'

/** `file`: the name of the complete file. `operation`: its content, unless the file store has lost it. */
type UploadedOperation = { file: string | undefined; operation?: unknown }

/** Reads the file of a large operation before the transaction of the call. */
export async function readLargeOperation({
  services: { db, files },
  actor,
  body: { sha256 },
  request,
}: RouteRequest<typeof syncContract.pushLarge>): Promise<UploadedOperation> {
  const merchantId = merchantOf(actor)
  const file = await db.tenant(merchantId, (tx) => findBlobFile(tx, merchantId, sha256))
  const content = file && (await files.open(file))
  if (!content) return { file }
  return { file, operation: await parseJsonFile(request, content.stream, syncLimits.blobBytes) }
}

/**
 * Decides one operation that was uploaded as a file, like an operation of a push. The file is not needed after that: an
 * operation that arrives again gets its result from the ledger.
 */
export async function pushLarge(
  call: Omit<SyncCall, 'progress'>,
  entities: readonly SyncEntity[],
  { opId, sha256, ...head }: PushLarge,
  { file, operation }: UploadedOperation,
): Promise<PushResponse> {
  const { tx, merchantId } = call
  const sent = operation === undefined ? [] : [{ ...Object(operation), opId, hash: sha256 }]
  const response = await push(call, entities, { ...head, ops: sent })
  const results = operation === undefined ? [await resultWithoutFile(call, opId, sha256)] : response.results
  const isWaiting = results.some(({ status }) => status === 'blocked' || status === 'retry')
  if (file && (operation === undefined || !isWaiting)) await removeBlob(tx, merchantId, sha256)
  return { ...response, results }
}

async function resultWithoutFile(call: Omit<SyncCall, 'progress'>, opId: string, hash: string): Promise<OpResult> {
  const { tx, merchantId, actor, language, origin } = call
  const localize = (problem: Problem) => localizeProblem(problem, language, origin.id)
  const entry = (await findLedgerEntries(call, [opId])).get(opId)
  if (!entry) return { opId, status: 'blocked', ...localize(new Problem(syncProblems.waitsForFile)) }
  return replayResult({ opId, hash }, entry, await appliedOrSuperseded(tx, merchantId, actor.id, [opId]), localize)
}
