import { canonicalJson } from '#shared/core/canonical-json.ts'

// What happens when two people changed the same record: pure, and the same on the device and on the server.

export type Fields = Readonly<Record<string, unknown>>
export type FieldChange = { from?: unknown; to?: unknown }
/** Fields by their path: names joined by '/', so that each answer of a form is a field of its own. */
export type Patch = Readonly<Record<string, FieldChange>>

/** No name that JavaScript objects inherit. */
export const pathPattern =
  /^(?!.*(?:^|\/)(?:__proto__|constructor|prototype)(?:\/|$))[^/]{1,120}(?:\/[^/]{1,120}){0,3}$/

/** Equal as data. An absent value is not an empty one. */
export function equalData(a: unknown, b: unknown): boolean {
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

/** The fields with one of them changed; `undefined` takes it away, and with the last field what held it. */
export function writeField(fields: Fields, path: string, value: unknown): Fields {
  const [name, ...rest] = path.split('/') as [string, ...string[]]
  const next = rest.length === 0 ? value : writeBelow(fields[name], rest.join('/'), value)
  if (next !== undefined) return { ...fields, [name]: next }
  const { [name]: _, ...others } = fields
  return others
}

function writeBelow(holder: unknown, path: string, value: unknown): unknown {
  if (!isObject(holder)) return value === undefined ? holder : writeField({}, path, value)
  const next = writeField(holder, path, value)
  return Object.keys(next).length > 0 ? next : undefined
}

/** The record as the person who made the patch sees it, whatever others did meanwhile. */
export function applyPatch(fields: Fields, patch: Patch): Fields {
  return ordered(patch).reduce((into, [path, { to }]) => writeField(into, path, to), fields)
}

/** Two patches of one person, the second made after the first, as one. */
export function joinPatches(first: Patch, second: Patch): Patch {
  const joined: Record<string, FieldChange> = { ...first }
  for (const [path, { from, to }] of Object.entries(second)) {
    const before = joined[path]
    joined[path] = { from: before ? before.from : from, to }
  }
  return joined
}

/**
 * - merge: the change of the person who saw the newest value counts; of two blind changes the first that arrived
 * - once: the first value stays, for dates of what happened and for references that never change
 */
export type FieldRule = 'merge' | 'once'

/**
 * `kept` stands in the record, `offered` is for a person to choose instead. Where a rule of the domain refused it (an
 * answer that has to be unique and is taken), `refused` says why: it is for a person to correct.
 */
export type FieldConflict = {
  kept: unknown
  offered: unknown
  refused?: { code: string; message: string; details?: Record<string, unknown> }
}
export type MergeResult<T extends Fields> = {
  fields: T
  changed: readonly string[]
  clashes: Readonly<Record<string, FieldConflict>>
}

/** Three-way: what was there when the person looked, what they made of it, what is there now. */
export function mergePatch<T extends Fields>(
  current: T,
  patch: Patch,
  ruleOf: (path: string) => FieldRule = () => 'merge',
): MergeResult<T> {
  let fields: Fields = current
  const changed: string[] = []
  const clashes: Record<string, FieldConflict> = {}
  for (const [path, { from, to }] of ordered(patch)) {
    const now = readField(current, path)
    if (equalData(now, to)) continue
    const untouched = ruleOf(path) === 'once' ? isEmpty(now) : equalData(now, from)
    if (untouched) {
      fields = writeField(fields, path, to)
      changed.push(path)
    } else {
      clashes[path] = { kept: now, offered: to }
    }
  }
  return { fields: fields as T, changed, clashes }
}

/** Plain fields as a patch of a record. Where the sender does not say what they saw, they saw what stands there now. */
export function patchFrom(current: Fields, sent: Fields, saw: Fields = {}): Patch {
  const named = Object.entries(sent).filter(([, to]) => to !== undefined)
  const before = (name: string) => (saw[name] === undefined ? current[name] : saw[name])
  return Object.fromEntries(named.map(([name, to]) => [name, { from: before(name), to }]))
}

/** A shorter path first: it cannot take away what a longer one wrote. */
function ordered(patch: Patch): [string, FieldChange][] {
  return Object.entries(patch).sort(([a], [b]) => (a < b ? -1 : 1))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
