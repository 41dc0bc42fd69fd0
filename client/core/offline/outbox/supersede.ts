import type { OfflineDatabase, OutboxRow } from '#client/core/offline/database/database.ts'
import { omit } from '#shared/core/omit.ts'
import { type Fields, joinPatches, type Patch, readField } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { Clock, EnqueueInput } from './enqueue.ts'
import { isMaybeSent } from './sent-marker.ts'
import { nextSequence, skipSequence } from './sequence.ts'

type SupersedeInput = { patch: Patch; blobs: readonly string[] } & Pick<EnqueueInput, 'deps' | 'onto'>

/**
 * Supersedes a rejected operation with a correction. The user corrects the displayed record, so the correction also
 * takes over the corrected fields from later edits that depend on the rejected operation. Returns the written
 * operations, the correction first.
 */
export async function supersedeRejected(
  db: OfflineDatabase,
  rejected: OutboxRow,
  pending: readonly OutboxRow[],
  { patch, blobs, clock, ...change }: SupersedeInput & { clock: Clock },
): Promise<[OutboxRow, ...OutboxRow[]]> {
  const isCorrected = ([path]: [string, unknown]) => Object.hasOwn(patch, path)
  const later = pending.filter(({ at, patch: own }) => at > rejected.at && Object.entries(own).some(isCorrected))
  // The server compares with the value before the first of these edits.
  const correctedPatches = later.map(
    ({ patch: own }): Patch => Object.fromEntries(Object.entries(own).filter(isCorrected)),
  )
  const whole = [...correctedPatches, patch].reduce(joinPatches, rejected.patch)
  // A file of a later edit moves to the correction, together with its field.
  const files = [...blobs, ...later.flatMap((row) => row.blobs)]
  const first = await supersede(db, rejected, { ...change, patch: whole, blobs: files }, clock)
  const others: OutboxRow[] = []
  for (const row of later) {
    const left = Object.fromEntries(Object.entries(row.patch).filter((entry) => !isCorrected(entry)))
    others.push(await supersede(db, row, { patch: left, blobs: [] }, clock))
  }
  return [first, ...others]
}

/** Whether one of these files must be uploaded before the operation. */
async function needsUpload(db: OfflineDatabase, blobs: readonly string[]): Promise<boolean> {
  return (await db.blobs.bulkGet([...blobs])).some((file) => file?.complete === false)
}

/**
 * Supersedes an operation that the server rejected or has not decided. A new id is needed: the server remembers a
 * rejected one, and a sent operation never changes.
 */
async function supersede(
  db: OfflineDatabase,
  replaced: OutboxRow,
  { patch, blobs, deps = [], onto }: SupersedeInput,
  clock: Clock,
): Promise<OutboxRow> {
  const next = omit(await withNewId(db, replaced, clock), 'rejection')
  const files = [...new Set([...replaced.blobs, ...blobs])]
  const row: OutboxRow = {
    ...next,
    ...(onto && { baseVer: onto.ver }),
    patch: onto ? patchOnto(onto.data, patch) : patch,
    deps: [...new Set([...replaced.deps, ...deps])],
    blobs: files,
    state: (await needsUpload(db, files)) ? 'held' : 'ready',
  }
  await db.outbox.put(row)
  return row
}

function patchOnto(data: Fields, patch: Patch): Patch {
  return Object.fromEntries(Object.entries(patch).map(([path, { to }]) => [path, { from: readField(data, path), to }]))
}

/**
 * Returns the same operation with a new id and number. It can be changed until it is sent, unless the replaced one may
 * have been sent and is undecided.
 */
export async function withNewId(db: OfflineDatabase, replaced: OutboxRow, clock: Clock): Promise<OutboxRow> {
  const same = omit(replaced, 'fresh')
  const isDecided = replaced.state === 'attention' || !(await isMaybeSent(db, replaced))
  await skipSequence(db, [replaced])
  return {
    ...same,
    opId: uuid7(clock.now()),
    ...(await nextSequence(db)),
    supersedes: replaced.opId,
    replaces: [...replaced.replaces, replaced.opId],
    ...(isDecided && { fresh: true }),
  }
}

/**
 * Sends the values of a rejected operation again, because the cause of the rejection has changed. Creates a new
 * operation, since the server remembers the rejection. Returns its id.
 */
export function retry(db: OfflineDatabase, clock: Clock, opId: string): Promise<string | undefined> {
  return db.transaction('rw', [db.outbox, db.blobs, db.meta], async () => {
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row?.state !== 'attention') return undefined
    return (await supersede(db, row, { patch: row.patch, blobs: [] }, clock)).opId
  })
}
