import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#shared/core/canonical-json.ts'
import {
  applyPatch,
  type Fields,
  isEqualData,
  joinPatches,
  mergePatch,
  type Patch,
  patchFrom,
  pathPattern,
  readField,
  setOnce,
  writeField,
} from './rules.ts'

const value = fc.oneof(
  fc.constantFrom('a', 'b', 0, 1, null, undefined),
  fc.array(fc.integer({ max: 3 }), { maxLength: 2 }),
)
const name = fc.constantFrom('name', 'note', 'answers/1', 'answers/2')
const fields: fc.Arbitrary<Fields> = fc
  .dictionary(name, value)
  .map((flat) => Object.entries(flat).reduce<Fields>((into, [path, to]) => writeField(into, path, to), {}))
const patch: fc.Arbitrary<Patch> = fc.dictionary(name, fc.record({ from: value, to: value }))
/** A patch as a user makes it: `from` is the value of the record. */
const patchOf = (seen: Fields) =>
  fc
    .dictionary(name, value)
    .map(
      (changes): Patch =>
        Object.fromEntries(Object.entries(changes).map(([path, to]) => [path, { from: readField(seen, path), to }])),
    )
const seenAndTwo = fields.chain((seen) => fc.tuple(fc.constant(seen), patchOf(seen), patchOf(seen)))

const holds = <T extends unknown[]>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 1000 })

test('reads back a written field and leaves the given object unchanged', () => {
  holds(
    fc.property(fields, name, value, (before, path, to) => {
      const text = canonicalJson(before)
      expect(isEqualData(readField(writeField(before, path, to), path), to)).toBe(true)
      expect(canonicalJson(before)).toBe(text)
    }),
  )
})

test('returns the record as its author sees it when no other change came between', () => {
  holds(
    fc.property(seenAndTwo, ([seen, mine]) => {
      const { fields: merged, conflicts } = mergePatch(seen, mine)
      expect(conflicts).toEqual([])
      expect(canonicalJson(merged)).toBe(canonicalJson(applyPatch(seen, mine)))
    }),
  )
})

test('applies a patch once and without a conflict when it arrives twice', () => {
  holds(
    fc.property(seenAndTwo, ([seen, mine]) => {
      const once = mergePatch(seen, mine).fields
      expect(mergePatch(once, mine)).toEqual({ fields: once, changed: [], conflicts: [] })
    }),
  )
})

test('gives the same record in either order when two patches change different fields', () => {
  holds(
    fc.property(seenAndTwo, ([seen, first, second]) => {
      const disjoint = Object.fromEntries(Object.entries(second).filter(([path]) => !(path in first)))
      const oneWay = mergePatch(mergePatch(seen, first).fields, disjoint)
      const otherWay = mergePatch(mergePatch(seen, disjoint).fields, first)
      expect(canonicalJson(oneWay.fields)).toBe(canonicalJson(otherWay.fields))
      expect([oneWay.conflicts, otherWay.conflicts]).toEqual([[], []])
    }),
  )
})

test('keeps the first arrival and reports a conflict when two patches change the same field', () => {
  holds(
    fc.property(seenAndTwo, ([seen, first, second]) => {
      const before = mergePatch(seen, first).fields
      const { fields: after, changed, conflicts } = mergePatch(before, second)
      for (const [path, { to }] of Object.entries(second)) {
        const now = readField(after, path)
        const isConflict = conflicts.some((conflict) => conflict.path === path)
        if (isConflict) expect([now, path in first]).toEqual([readField(before, path), true])
        else expect(isEqualData(now, to)).toBe(true)
        expect(changed.includes(path) && isConflict).toBe(false)
      }
    }),
  )
})

test('keeps the first value of a `setOnce` field, whatever value a patch claims as seen', () => {
  holds(
    fc.property(fields, patch, (current, any) => {
      const { fields: after } = mergePatch(current, any, () => setOnce)
      for (const path of Object.keys(any)) {
        const before = readField(current, path)
        if (before !== undefined && before !== null) expect(readField(after, path)).toEqual(before)
      }
    }),
  )
})

test('keeps the fields that others changed meanwhile and applies the rest [SU02]', () => {
  const stored = { date: 'Tue', custom_id: 'B-2' }
  const merge = (sent: Fields, saw?: Fields) => mergePatch(stored, patchFrom(stored, sent, saw))
  expect(merge({ date: 'Wed', custom_id: 'B-3' }, { date: 'Tue', custom_id: 'B-1' })).toEqual({
    fields: { date: 'Wed', custom_id: 'B-2' },
    changed: ['date'],
    conflicts: [{ path: 'custom_id' }],
  })
  expect(merge({ custom_id: 'B-2' }, { custom_id: 'B-1' }).conflicts).toEqual([])
  expect(merge({ custom_id: 'B-9' }).fields.custom_id).toBe('B-9')
  // An absent value that was seen counts as seen.
  expect(merge({ custom_id: 'B-9' }, { custom_id: null }).changed).toEqual([])
})

test('joins two patches to one with the effect of both, one after the other', () => {
  holds(
    fc.property(fields, patch, patch, (seen, first, second) => {
      const joined = joinPatches(first, second)
      expect(canonicalJson(applyPatch(seen, joined))).toBe(canonicalJson(applyPatch(applyPatch(seen, first), second)))
      for (const path of Object.keys(joined)) expect(joined[path]!.from).toEqual((first[path] ?? second[path])!.from)
    }),
  )
})

test('accepts only paths of fields, not names that objects inherit', () => {
  for (const path of ['name', 'answers/1', 'a.b', 'constructors', 'a/b/c/d']) expect(path).toMatch(pathPattern)
  for (const path of ['', '/', 'a/', '__proto__', 'a/__proto__/b', 'constructor', 'a/prototype', 'a/b/c/d/e'])
    expect(path).not.toMatch(pathPattern)
})
