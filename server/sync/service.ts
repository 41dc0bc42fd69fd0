import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { type AcceptedWrite, rejectedWrite, type WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { FieldFileExt } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { SyncCall } from './entity.ts'
import { addAuditEntry } from './push/audit.ts'
import { baseVersions } from './push/base-version.ts'

/** A file of an answer. `file` is its name in the file store, `contentHash` the SHA-256 of its stored bytes. */
export type FieldFile = { file: string; ext: FieldFileExt; contentHash: string }

/** The complete files with these digests, by digest. */
export async function findFieldFiles(
  tx: Tx,
  merchantId: string,
  digests: readonly string[],
): Promise<Map<string, FieldFile>> {
  if (digests.length === 0) return new Map()
  const { rows } = await tx.execute<FieldFile & { sha256: string }>(sql`
    select sha256, file, ext, content_hash as "contentHash" from sync_blob
    where merchant_id = ${merchantId} and sha256 = any(${textArray(digests)}) and content_hash is not null`)
  return new Map(rows.map(({ sha256, ...found }) => [sha256, found]))
}

/** Makes files public, because an anchored payload names them: it proves what everybody can read. */
export async function shareFieldFiles(tx: Tx, merchantId: string, contentHashes: readonly string[]): Promise<void> {
  if (contentHashes.length === 0) return
  await tx.execute(sql`
    update sync_blob set is_shared = true
    where merchant_id = ${merchantId} and content_hash = any(${textArray(contentHashes)}) and not is_shared`)
}

/** The version of the record that the author of an operation had seen. Infinity if that is the current version. */
export type BaseVersion = (operation: Operation) => number

type Steps<D> = {
  /** The action in the audit trail. */
  action: string
  /** The input of the domain for an operation, or the problem that rejects the operation. */
  parse(operation: Operation, baseVersion: BaseVersion): D | Problem
  /** The domain's function for lists. Its results have the order of the inputs. */
  run(inputs: readonly D[]): Promise<readonly WriteResult[]>
  /** Replaces a result of the domain where an operation needs another one. */
  adjust?(operation: Operation, result: WriteResult, baseVersion: BaseVersion): WriteResult | undefined
}

/** Applies operations of one kind with the domain function that the HTTP routes use too: one list, one set of rules. */
export async function applyBatch<D>(
  call: SyncCall,
  operations: readonly Operation[],
  { action, parse, run, adjust }: Steps<D>,
): Promise<WriteResult[]> {
  const versions = await baseVersions(call, operations)
  const baseVersion: BaseVersion = ({ opId }) => versions.get(opId)!
  const parsed = operations.map((operation) => ({ operation, input: parse(operation, baseVersion) }))
  const inputs = parsed.flatMap(({ input }) => (input instanceof Problem ? [] : [input]))
  const written = inputs.length > 0 ? [...(await run(inputs))] : []
  const results = parsed.map(({ operation, input }): WriteResult => {
    if (input instanceof Problem) return rejectedWrite(operation.recordId, input)
    const result = written.shift()!
    const adjusted = adjust?.(operation, result, baseVersion)
    if (adjusted || result.status === 'rejected') return adjusted ?? result
    return withConcurrency(result, baseVersion(operation) + 1)
  })
  addAuditEntry(call, action, operations, results)
  return results
}

/**
 * If the record has a newer version than this write alone creates, others changed it in the meantime, and the write is a merge.
 */
export function withConcurrency(result: AcceptedWrite, expectedVersion: number): AcceptedWrite {
  return result.status === 'applied' && result.version > expectedVersion ? { ...result, status: 'merged' } : result
}

/** The version that a removal compares. Undefined when no other change can have come between. */
export function removalBaseVersion(operation: Operation, baseVersion: BaseVersion): number | undefined {
  const version = baseVersion(operation)
  return Number.isFinite(version) ? version : undefined
}

/** An edit that the author of a removal had not seen wins: the record stays, and the result reports it. */
export const editBeatsRemoval =
  (changed: ProblemKind) =>
  (_: Operation, result: WriteResult): WriteResult | undefined =>
    result.status === 'rejected' && result.problem.kind === changed
      ? { id: result.id, status: 'merged', version: Number(result.problem.details.version) }
      : undefined
