import { z } from 'zod'
import type { BlobRow, OfflineDatabase, OutboxRow } from '#client/core/offline/database/database.ts'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { readKnownOperationIds } from '#client/core/offline/database/materialize.ts'
import { readRawBlobs, readRawOutbox } from '#client/core/offline/database/raw-read.ts'
import { withRecordsRewritten } from '#client/core/offline/database/rewrite-records.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { Operation, OperationChange, Sha256Hex } from '#shared/sync/operation.ts'
import { markMaybeSent, recordRawExport } from './sent-marker.ts'
import { skipSequence } from './sequence.ts'

/** The format of a file with unsent operations. Every version that was ever written can be read. */
const UnsentExport = z.object({
  format: z.literal('assay-unsent'),
  version: z.literal(1),
  owner: z.object({ userId: Id, merchantId: Id }),
  rows: z.array(
    Operation.extend({
      // No size limit here: operations above the limit are imported too, and the server rejects them with a message.
      patch: z.record(z.string(), OperationChange),
      state: z.enum(['ready', 'held', 'attention']),
      rejection: z
        .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
        .optional(),
      replaces: z.array(Id),
    }),
  ),
  files: z.array(z.object({ sha256: Sha256Hex, base64: z.base64() })),
})

export const exportFileName = () => `assay-unsent-${new Date().toISOString().slice(0, 10)}.json`

/** The file has another format or belongs to another user. Nothing was imported. */
export class InvalidExportError extends Error {
  override name = 'InvalidExportError'
}

/**
 * Exports all unsent operations as a JSON file. They may be sent from the file, so they never change again on this
 * device.
 */
export async function exportUnsent(db: OfflineDatabase, owner: Owner): Promise<Blob> {
  // Read and marked in one transaction: an operation that changed in between would differ from its copy in the file.
  const rows = await db.transaction('rw', [db.outbox, db.meta], async () => {
    const rows = await db.outbox.orderBy('at').toArray()
    await markMaybeSent(db, rows)
    return rows
  })
  const names = [...new Set(rows.flatMap(({ blobs }) => blobs))]
  return createExport(
    owner,
    rows,
    (await db.blobs.bulkGet(names)).flatMap((row) => row ?? []),
  )
}

/** Does the same for a database that cannot be opened: reads its rows without Dexie. */
export async function exportUnsentRaw(owner: Owner, factory: IDBFactory = indexedDB): Promise<Blob> {
  const name = databaseName(owner)
  const rows = (await readRawOutbox(name, factory)) as OutboxRow[]
  const needed = new Set(rows.flatMap(({ blobs }) => blobs))
  const blobs = ((await readRawBlobs(name, factory)) as BlobRow[]).filter(({ sha256 }) => needed.has(sha256))
  recordRawExport(name)
  return createExport(owner, rows, blobs)
}

async function createExport(owner: Owner, rows: readonly OutboxRow[], blobs: readonly BlobRow[]): Promise<Blob> {
  const files = await Promise.all(
    blobs.map(async ({ sha256, content }) => ({ sha256, base64: toBase64(await bytesOf(content)) })),
  )
  const exported = { format: 'assay-unsent', version: 1, owner, rows, files }
  return new Blob([JSON.stringify(exported)], { type: 'application/json' })
}

/** The number of operations that an import writes between two reports of its progress. */
const importedAtOnce = 250

export type ImportProgress = { done: number; total: number }

/**
 * Imports unsent operations of the same user from this or another device. Operations that are in the outbox or were
 * sent from here are skipped; the server detects those that another device has sent. Either all are imported or none.
 * Returns the number of new operations.
 */
export async function importUnsent(
  db: OfflineDatabase,
  owner: Owner,
  file: Blob,
  report: (progress: ImportProgress) => void = () => undefined,
): Promise<number> {
  const exported = await parseExport(file)
  if (exported.owner.userId !== owner.userId || exported.owner.merchantId !== owner.merchantId)
    throw new InvalidExportError()
  return db.transaction('rw', [db.records, db.serverBase, db.outbox, db.journal, db.blobs, db.meta], async () => {
    const known = await readKnownOperationIds(db)
    const fresh = exported.rows.filter(({ opId }) => !known.has(opId))
    for (const { sha256, base64 } of exported.files) {
      if (await db.blobs.get(sha256)) continue
      const content = fromBase64(base64)
      await db.blobs.put({ sha256, size: content.length, content, complete: false })
    }
    for (let done = 0; done < fresh.length; done += importedAtOnce) {
      report({ done, total: fresh.length })
      const part = fresh.slice(done, done + importedAtOnce)
      await withRecordsRewritten(db, part, async () => {
        const rows: OutboxRow[] = []
        for (const row of part) rows.push(await insertIntoOutbox(db, rowOf(row)))
        // The device that exported them may have sent them.
        await markMaybeSent(db, rows)
      })
    }
    return fresh.length
  })
}

/** The ids of the operations in an export file. */
export async function operationIdsIn(file: Blob): Promise<Set<string>> {
  return new Set((await parseExport(file)).rows.map(({ opId }) => opId))
}

async function parseExport(file: Blob): Promise<z.output<typeof UnsentExport>> {
  try {
    return UnsentExport.parse(JSON.parse(await file.text()))
  } catch (cause) {
    throw Object.assign(new InvalidExportError(), { cause })
  }
}

/** Adds an operation at the end of the outbox, or in the place of the operation that it supersedes. */
async function insertIntoOutbox(db: OfflineDatabase, row: Omit<OutboxRow, 'at'>): Promise<OutboxRow> {
  const replaced = row.replaces.length > 0 ? await db.outbox.where('opId').anyOf(row.replaces).sortBy('at') : []
  if (replaced.length > 0) {
    await db.outbox.bulkDelete(replaced.map(({ at }) => at))
    await skipSequence(db, replaced)
  }
  const at = await db.outbox.add({ ...row, ...(replaced[0] && { at: replaced[0].at }) })
  return { ...row, at }
}

type ExportedRow = z.output<typeof UnsentExport>['rows'][number]

function rowOf({ formRev, supersedes, deviceTime, rejection, ...row }: ExportedRow): Omit<OutboxRow, 'at'> {
  return {
    ...row,
    ...(formRev !== undefined && { formRev }),
    ...(supersedes && { supersedes }),
    ...(deviceTime && { deviceTime }),
    ...(rejection && {
      rejection: {
        code: rejection.code,
        message: rejection.message,
        ...(rejection.details && { details: rejection.details }),
      },
    }),
  }
}

async function bytesOf(content: Blob | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : new Uint8Array(await content.arrayBuffer())
}

/** Converts in chunks, because the number of arguments of a call is limited. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
