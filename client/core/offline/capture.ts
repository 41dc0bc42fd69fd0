import { syncLimits } from '#shared/sync/limits.ts'
import { digestOf } from '#shared/sync/operation.ts'
import { type Fields, joinPatches, type Patch, readField, same } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import {
  forgo,
  type Key,
  mayBeOut,
  newDevice,
  type OfflineDatabase,
  type OutboxRow,
  type Owner,
  readMeta,
  writeMeta,
} from './database.ts'
import { apply, baseOf, keyText, pendingOf, rebase } from './view.ts'

/** What a person did. `set` holds the fields with their new values; `undefined` takes a field away. */
export type Draft = {
  entity: string
  kind: string
  recordId?: string
  set?: Fields
  /** The record as the person saw it when the form was opened; as it is now where absent. */
  seen?: { ver: number; data: Fields }
  /** Operations that the person's work builds on. */
  deps?: readonly string[]
  files?: readonly Blob[]
  formRev?: number
  payloadV: number
}
export type Captured = { opId: string; recordId: string }

let known: string | undefined

/** Asked once, and not while the console starts: it takes a browser longer than all the rest. */
function timeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return known
}

export type Clock = { now(): number }

/**
 * Saves what a person did: the record as they see it and the operation that tells the server, both or neither. Resolves
 * when they are on the disk.
 */
export async function capture(db: OfflineDatabase, owner: Owner, clock: Clock, draft: Draft): Promise<Captured> {
  // IndexedDB ends a transaction that waits for anything else: digests come first.
  const files = await Promise.all((draft.files ?? []).map(asRow))
  return db.transaction('rw', [db.records, db.shadow, db.outbox, db.blobs, db.meta], async () => {
    const key: Key = [draft.entity, draft.recordId ?? uuid7(clock.now())]
    const pending = (await pendingOf(db, [key])).get(keyText(key)) ?? []
    const base = await baseOf(db, key, pending)
    const view = pending.reduce<Fields | undefined>(apply, base?.data)
    const patch = patchOf(draft, draft.seen?.data ?? view ?? {})
    const blobs = await keepFiles(db, files)

    // What is to follow other operations is one of its own.
    const mayCorrect = draft.kind === 'update' && !draft.deps?.length
    const rejected = mayCorrect ? pending.find(({ state }) => state === 'attention') : undefined
    const written: [OutboxRow, ...OutboxRow[]] = rejected
      ? await correct(db, rejected, pending, { patch, blobs: blobs.all }, clock)
      : [
          (await join(db, pending.at(-1), draft, patch, view ?? {})) ??
            (await append(db, owner, clock, draft, key[1], patch, pending, base?.ver ?? 0, blobs)),
        ]
    const rows = new Map([...pending, ...written].map((row) => [row.at, row]))
    await rebase(
      db,
      key,
      base,
      [...rows.values()].sort((a, b) => a.at - b.at),
    )
    const [{ opId, recordId }] = written
    return { opId, recordId }
  })
}

function patchOf({ set = {} }: Draft, seen: Fields): Patch {
  return Object.fromEntries(Object.entries(set).map(([path, to]) => [path, { from: readField(seen, path), to }]))
}

/** One more edit of what was certainly not sent yet needs no operation of its own. */
async function join(
  db: OfflineDatabase,
  last: OutboxRow | undefined,
  draft: Draft,
  patch: Patch,
  view: Fields,
): Promise<OutboxRow | undefined> {
  if (!last || draft.kind !== 'update' || !['create', 'update'].includes(last.kind)) return undefined
  if (last.payloadV !== draft.payloadV || last.formRev !== draft.formRev) return undefined
  if (draft.deps?.length || draft.files?.length) return undefined
  if (!Object.entries(patch).every(([path, { from }]) => same(from, readField(view, path)))) return undefined
  if (await mayBeOut(db, last)) return undefined
  const row = { ...last, patch: joinPatches(last.patch, patch) }
  if (Object.keys(row.patch).length > syncLimits.patchFields) return undefined
  await db.outbox.put(row)
  return row
}

type Change = { patch: Patch; blobs: readonly string[] }

/**
 * A correction takes the place of the operation that the server rejected. The person corrects what they see: it is newer
 * than what their later edits, which wait for it, said of the same fields. Answers what it wrote, the correction first.
 */
async function correct(
  db: OfflineDatabase,
  rejected: OutboxRow,
  pending: readonly OutboxRow[],
  { patch, blobs }: Change,
  clock: Clock,
): Promise<[OutboxRow, ...OutboxRow[]]> {
  const isCorrected = ([path]: [string, unknown]) => Object.hasOwn(patch, path)
  const later = pending.filter(({ at, patch: own }) => at > rejected.at && Object.entries(own).some(isCorrected))
  // What stood there before the first of them is what the server compares with.
  const said = later.map(({ patch: own }): Patch => Object.fromEntries(Object.entries(own).filter(isCorrected)))
  const whole = [...said, patch].reduce(joinPatches, rejected.patch)
  // A file that came with a later edit comes with what took its field.
  const files = [...blobs, ...later.flatMap((row) => row.blobs)]
  const first = await replace(db, rejected, { patch: whole, blobs: files }, clock)
  const others: OutboxRow[] = []
  for (const row of later) {
    const left = Object.fromEntries(Object.entries(row.patch).filter((entry) => !isCorrected(entry)))
    others.push(await replace(db, row, { patch: left, blobs: [] }, clock))
  }
  return [first, ...others]
}

/** Whether one of these files has to be sent before what names them. */
async function isMissing(db: OfflineDatabase, blobs: readonly string[]): Promise<boolean> {
  return (await db.blobs.bulkGet([...blobs])).some((file) => file?.complete === false)
}

/**
 * Puts a new operation in the place of one that the server rejected, or has not decided: the server remembers what it
 * rejected, and what was once sent never changes.
 */
export async function replace(
  db: OfflineDatabase,
  replaced: OutboxRow,
  { patch, blobs }: Change,
  clock: Clock,
): Promise<OutboxRow> {
  const { trouble: _, ...next } = await inPlaceOf(db, replaced, clock)
  const files = [...new Set([...replaced.blobs, ...blobs])]
  const row: OutboxRow = { ...next, patch, blobs: files, state: (await isMissing(db, files)) ? 'held' : 'ready' }
  await db.outbox.put(row)
  return row
}

/** The same under a new number. It may be changed again until it leaves, unless what it replaces may be out undecided. */
export async function inPlaceOf(db: OfflineDatabase, replaced: OutboxRow, clock: Clock): Promise<OutboxRow> {
  const { fresh: _, ...same } = replaced
  const isDecided = replaced.state === 'attention' || !(await mayBeOut(db, replaced))
  await forgo(db, [replaced])
  return {
    ...same,
    opId: uuid7(clock.now()),
    ...(await nextOfDevice(db)),
    supersedes: replaced.opId,
    replaces: [...replaced.replaces, replaced.opId],
    ...(isDecided && { fresh: true }),
  }
}

async function append(
  db: OfflineDatabase,
  owner: Owner,
  clock: Clock,
  { entity, kind, deps = [], seen, formRev, payloadV }: Draft,
  recordId: string,
  patch: Patch,
  pending: readonly OutboxRow[],
  baseVer: number,
  blobs: { all: string[]; missing: boolean },
): Promise<OutboxRow> {
  const { deviceId, n } = await nextOfDevice(db)
  const earlier = pending.at(-1)
  const row: Omit<OutboxRow, 'at'> = {
    opId: uuid7(clock.now()),
    deviceId,
    n,
    ...owner,
    entity,
    recordId,
    kind,
    baseVer: seen?.ver ?? baseVer,
    patch,
    deps: [...new Set([...(earlier ? [earlier.opId] : []), ...deps])],
    blobs: blobs.all,
    ...(formRev !== undefined && { formRev }),
    payloadV,
    capturedAt: new Date(clock.now()).toISOString(),
    tz: timeZone(),
    state: blobs.missing ? 'held' : 'ready',
    replaces: [],
  }
  const at = await db.outbox.add(row)
  return { ...row, at }
}

export async function nextOfDevice(db: OfflineDatabase) {
  const device = await readMeta(db, 'device', newDevice)
  const n = device.n + 1
  await writeMeta(db, 'device', { ...device, n })
  return { deviceId: device.deviceId, n }
}

type File = { sha256: string; content: Blob }

async function asRow(content: Blob): Promise<File> {
  return { sha256: await digestOf(new Uint8Array(await content.arrayBuffer())), content }
}

async function keepFiles(db: OfflineDatabase, files: readonly File[]) {
  const known = await db.blobs.bulkGet(files.map(({ sha256 }) => sha256))
  const fresh = files.filter((_, place) => !known[place])
  await db.blobs.bulkPut(fresh.map(({ sha256, content }) => ({ sha256, content, size: content.size, complete: false })))
  return {
    all: files.map(({ sha256 }) => sha256),
    missing: fresh.length > 0 || known.some((row) => row?.complete === false),
  }
}
