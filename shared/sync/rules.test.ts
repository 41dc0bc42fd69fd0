import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#shared/core/canonical-json.ts'
import {
  applyPatch,
  equalData,
  type Fields,
  joinPatches,
  mergePatch,
  type Patch,
  patchFrom,
  pathPattern,
  readField,
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
/** A patch as a person makes it: `from` is what stood there. */
const patchOf = (seen: Fields) =>
  fc
    .dictionary(name, value)
    .map(
      (changes): Patch =>
        Object.fromEntries(Object.entries(changes).map(([path, to]) => [path, { from: readField(seen, path), to }])),
    )
const seenAndTwo = fields.chain((seen) => fc.tuple(fc.constant(seen), patchOf(seen), patchOf(seen)))

const holds = <T extends unknown[]>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 1000 })

test('what is written is read again, and the object that was given is not changed', () => {
  holds(
    fc.property(fields, name, value, (before, path, to) => {
      const text = canonicalJson(before)
      expect(equalData(readField(writeField(before, path, to), path), to)).toBe(true)
      expect(canonicalJson(before)).toBe(text)
    }),
  )
})

test('nobody else wrote: the merge is what the person sees', () => {
  holds(
    fc.property(seenAndTwo, ([seen, mine]) => {
      const { fields: merged, clashes } = mergePatch(seen, mine)
      expect(clashes).toEqual({})
      expect(canonicalJson(merged)).toBe(canonicalJson(applyPatch(seen, mine)))
    }),
  )
})

test('the same patch twice changes nothing the second time, and clashes with nothing', () => {
  holds(
    fc.property(seenAndTwo, ([seen, mine]) => {
      const once = mergePatch(seen, mine).fields
      expect(mergePatch(once, mine)).toEqual({ fields: once, changed: [], clashes: {} })
    }),
  )
})

test('patches of different fields end the same in either order', () => {
  holds(
    fc.property(seenAndTwo, ([seen, first, second]) => {
      const disjoint = Object.fromEntries(Object.entries(second).filter(([path]) => !(path in first)))
      const oneWay = mergePatch(mergePatch(seen, first).fields, disjoint)
      const otherWay = mergePatch(mergePatch(seen, disjoint).fields, first)
      expect(canonicalJson(oneWay.fields)).toBe(canonicalJson(otherWay.fields))
      expect([oneWay.clashes, otherWay.clashes]).toEqual([{}, {}])
    }),
  )
})

test('a clash keeps what arrived first and offers the other: no value disappears', () => {
  holds(
    fc.property(seenAndTwo, ([seen, first, second]) => {
      const before = mergePatch(seen, first).fields
      const { fields: after, changed, clashes } = mergePatch(before, second)
      for (const [path, { to }] of Object.entries(second)) {
        const now = readField(after, path)
        const clash = clashes[path]
        if (clash) expect([now, clash.offered, path in first]).toEqual([readField(before, path), to, true])
        else expect(equalData(now, to)).toBe(true)
        expect(changed.includes(path) && clash !== undefined).toBe(false)
      }
    }),
  )
})

test('a field of the rule `once` keeps its first value, whatever a patch claims to have seen', () => {
  holds(
    fc.property(fields, patch, (current, any) => {
      const { fields: after } = mergePatch(current, any, () => 'once')
      for (const path of Object.keys(any)) {
        const before = readField(current, path)
        if (before !== undefined && before !== null) expect(readField(after, path)).toEqual(before)
      }
    }),
  )
})

test('SU02 fields that others changed meanwhile stay; the rest is taken', () => {
  const stored = { date: 'Tue', custom_id: 'B-2' }
  const merge = (sent: Fields, saw?: Fields) => mergePatch(stored, patchFrom(stored, sent, saw))
  expect(merge({ date: 'Wed', custom_id: 'B-3' }, { date: 'Tue', custom_id: 'B-1' })).toEqual({
    fields: { date: 'Wed', custom_id: 'B-2' },
    changed: ['date'],
    clashes: { custom_id: { kept: 'B-2', offered: 'B-3' } },
  })
  expect(merge({ custom_id: 'B-2' }, { custom_id: 'B-1' }).clashes).toEqual({})
  expect(merge({ custom_id: 'B-9' }).fields.custom_id).toBe('B-9')
  // Seen as absent is seen.
  expect(merge({ custom_id: 'B-9' }, { custom_id: null }).changed).toEqual([])
})

test('two patches joined are both of them, one after the other', () => {
  holds(
    fc.property(fields, patch, patch, (seen, first, second) => {
      const joined = joinPatches(first, second)
      expect(canonicalJson(applyPatch(seen, joined))).toBe(canonicalJson(applyPatch(applyPatch(seen, first), second)))
      for (const path of Object.keys(joined)) expect(joined[path]!.from).toEqual((first[path] ?? second[path])!.from)
    }),
  )
})

test('a path names fields only: nothing that objects inherit', () => {
  for (const path of ['name', 'answers/1', 'a.b', 'constructors', 'a/b/c/d']) expect(path).toMatch(pathPattern)
  for (const path of ['', '/', 'a/', '__proto__', 'a/__proto__/b', 'constructor', 'a/prototype', 'a/b/c/d/e'])
    expect(path).not.toMatch(pathPattern)
})
