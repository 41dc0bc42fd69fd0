import { canonicalJson } from '#shared/core/canonical-json.ts'
import { omit } from '#shared/core/omit.ts'

// Merges of two changes of the same record. Pure functions, the same on the device and on the server.

export type Fields = Readonly<Record<string, unknown>>
export type FieldChange = { from?: unknown; to?: unknown }
/** Changes by field path. A path joins names by '/', so that each answer of a form is a field of its own. */
export type Patch = Readonly<Record<string, FieldChange>>

/** Excludes the names that JavaScript objects inherit. */
export const pathPattern =
  /^(?!.*(?:^|\/)(?:__proto__|constructor|prototype)(?:\/|$))[^/]{1,120}(?:\/[^/]{1,120}){0,3}$/

/** Equal as data. An absent value is not an empty one. */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)
}

export function readField(fields: Fields, path: string): unknown {
  let at: unknown = fields
  for (const name of path.split('/')) {
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return at
}

/** The fields with one of them changed. `undefined` removes the field, and then each object that became empty. */
export function writeField(fields: Fields, path: string, value: unknown): Fields {
  const [name, ...rest] = path.split('/') as [string, ...string[]]
  const next = rest.length === 0 ? value : writeBelow(fields[name], rest.join('/'), value)
  if (next !== undefined) return { ...fields, [name]: next }
  const others = omit(fields, name)
  return others
}

function writeBelow(holder: unknown, path: string, value: unknown): unknown {
  if (!isObject(holder)) return value === undefined ? holder : writeField({}, path, value)
  const next = writeField(holder, path, value)
  return Object.keys(next).length > 0 ? next : undefined
}

/** The record as the author of the patch sees it: every change is written, without a merge. */
export function applyPatch(fields: Fields, patch: Patch): Fields {
  return ordered(patch).reduce((into, [path, { to }]) => writeField(into, path, to), fields)
}

/** The new value of each changed field, by path. */
export function newValuesOf(patch: Patch): Fields {
  return Object.fromEntries(Object.entries(patch).map(([path, { to }]) => [path, to]))
}

/** One patch with the effect of two patches of the same author, the second made after the first. */
export function joinPatches(first: Patch, second: Patch): Patch {
  const joined: Record<string, FieldChange> = { ...first }
  for (const [path, { from, to }] of Object.entries(second)) {
    const before = joined[path]
    joined[path] = { from: before ? before.from : from, to }
  }
  return joined
}

/**
 * A conflict as devices store it. `kept` is the value of the record; `offered` is the other value, which a user may choose
 * instead. If a rule of the domain rejected it (an answer that must be unique and is taken), `refused` contains the reason,
 * and the user has to correct it.
 */
export type FieldConflict = {
  kept: unknown
  offered: unknown
  refused?: { code: string; message: string; details?: Record<string, unknown> }
  /** Who wrote the kept value, and when; absent if the server does not know. */
  by?: ChangeAuthor
}
export type ChangeAuthor = { user: string; name: string; at: string }

/** The merge rule of one kind of stored value. */
export type MergeStrategy<Stored, Change> = {
  /** Whether the sender had seen the stored value, so that the change may replace it. */
  isSeen(stored: Stored, change: Change): boolean
  /** Whether the change is stored already. */
  isStored(stored: Stored, change: Change, isSeen: boolean): boolean
  replace(stored: Stored, change: Change): Stored
  /** The stored value after a conflict, where it records the sent value too. */
  keep?(stored: Stored, change: Change): Stored
}
export type ValueMerge<Stored> = { status: 'applied' | 'unchanged' | 'conflict'; stored: Stored }

/**
 * The three-way merge of one value: the value that the sender had seen, the value they sent, and the stored value. Equal
 * values are no conflict. Of two changes whose senders had not seen each other, the first arrival stays.
 *
 * @example
 * mergeValue('red', { from: 'red', to: 'blue' }, fieldMerge) // => { status: 'applied', stored: 'blue' }
 * mergeValue('green', { from: 'red', to: 'blue' }, fieldMerge) // => { status: 'conflict', stored: 'green' }
 */
export function mergeValue<Stored, Change>(
  stored: Stored,
  change: Change,
  { isSeen, isStored, replace, keep }: MergeStrategy<Stored, Change>,
): ValueMerge<Stored> {
  const seen = isSeen(stored, change)
  if (isStored(stored, change, seen)) return { status: 'unchanged', stored }
  if (seen) return { status: 'applied', stored: replace(stored, change) }
  return { status: 'conflict', stored: keep ? keep(stored, change) : stored }
}

type FieldStrategy = MergeStrategy<unknown, FieldChange>
export const fieldMerge: FieldStrategy = {
  isSeen: (stored, { from }) => isEqualData(stored, from),
  isStored: (stored, { to }) => isEqualData(stored, to),
  replace: (_, { to }) => to,
}
/** Keeps the first value: for the dates of events, and for references that never change. */
export const setOnce: FieldStrategy = { ...fieldMerge, isSeen: isEmpty }

type PatchMerge<T extends Fields> = {
  fields: T
  changed: readonly string[]
  conflicts: { path: string }[]
}

/** The three-way merge of a record, field by field. */
export function mergePatch<T extends Fields>(
  current: T,
  patch: Patch,
  strategyOf: (path: string) => FieldStrategy = () => fieldMerge,
): PatchMerge<T> {
  let fields: Fields = current
  const changed: string[] = []
  const conflicts: { path: string }[] = []
  for (const [path, change] of ordered(patch)) {
    const { status, stored } = mergeValue(readField(current, path), change, strategyOf(path))
    if (status === 'conflict') conflicts.push({ path })
    if (status !== 'applied') continue
    fields = writeField(fields, path, stored)
    changed.push(path)
  }
  return { fields: fields as T, changed, conflicts }
}

/** Plain fields as a patch of a record. Without a value in `base`, which is what the sender saw, the current value counts as seen. */
export function patchFrom(current: Fields, sent: Fields, base: Fields = {}): Patch {
  const named = Object.entries(sent).filter(([, to]) => to !== undefined)
  const before = (name: string) => (base[name] === undefined ? current[name] : base[name])
  return Object.fromEntries(named.map(([name, to]) => [name, { from: before(name), to }]))
}

/** Shorter paths first, so that they cannot remove a field that a longer path wrote. */
function ordered(patch: Patch): [string, FieldChange][] {
  return Object.entries(patch).sort(([a], [b]) => (a < b ? -1 : 1))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
