import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  completeNodes,
  consistencyRanges,
  inclusionRanges,
  leafHashOf,
  nodeHashOf,
  parseTilePath,
  type Range,
  tilePath,
} from './tree.ts'
import { isConsistent, rootOfInclusion } from './verify-proof.ts'

const maxSize = 300
const leaves = Array.from({ length: maxSize }, (_, i) => leafHashOf(Uint8Array.of(i % 256, i >> 8)))

/** RFC 6962, section 2.1, as it is written there. */
function rootOf([start, end]: Range): Uint8Array {
  if (end - start === 1) return leaves[start]!
  let half = 1
  while (half * 2 < end - start) half *= 2
  return nodeHashOf(rootOf([start, start + half]), rootOf([start + half, end]))
}

const flipped = (path: Uint8Array[], at: number) =>
  path.map((hash, i) => (i === at ? hash.map((byte, j) => (j === 0 ? byte ^ 1 : byte)) : hash))

test('proves each entry of each log, and no other place, entry or path', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxSize }), fc.nat(), fc.nat(), (size, anyIndex, any) => {
      const index = anyIndex % size
      const path = inclusionRanges(index, size).map(rootOf)
      const proven = { leaf: leaves[index]!, index, size, path }
      expect(rootOfInclusion(proven)).toEqual(rootOf([0, size]))
      const root = rootOf([0, size])
      expect(rootOfInclusion({ ...proven, path: [...path, root] })).toBeUndefined()
      if (path.length === 0) return
      expect(rootOfInclusion({ ...proven, path: path.slice(1) })).not.toEqual(root)
      expect(rootOfInclusion({ ...proven, path: flipped(path, any % path.length) })).not.toEqual(root)
      expect(rootOfInclusion({ ...proven, index: (index + 1) % size })).not.toEqual(root)
    }),
  )
})

test('proves that each log begins with each shorter one, and nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxSize }), fc.nat(), fc.nat(), (size, anyOld, any) => {
      const old = 1 + (anyOld % size)
      const path = consistencyRanges(old, size).map(rootOf)
      const [before, now] = [
        { size: old, root: rootOf([0, old]) },
        { size, root: rootOf([0, size]) },
      ]
      expect(isConsistent({ old: before, now, path })).toBe(true)
      expect(isConsistent({ old: now, now: before, path })).toBe(old === size)
      const forked = { ...before, root: flipped([before.root], 0)[0]! }
      expect(isConsistent({ old: forked, now, path })).toBe(false)
      if (path.length === 0) return
      expect(isConsistent({ old: before, now, path: flipped(path, any % path.length) })).toBe(false)
      expect(isConsistent({ old: before, now, path: path.slice(1) })).toBe(false)
    }),
  )
})

test('divides a subtree into complete ones that tiles contain', () => {
  expect(completeNodes([0, 7])).toEqual([
    { level: 2, index: 0 },
    { level: 1, index: 2 },
    { level: 0, index: 6 },
  ])
  expect(() => completeNodes([1, 3])).toThrow('invalid subtree')
})

test('names tiles as the specification does, and reads no other name', () => {
  expect(tilePath({ level: 0, index: 1234067, width: 256 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 'entries', index: 0, width: 17 })).toBe('tile/entries/000.p/17')
  expect(parseTilePath('tile/1/x001/234.p/255')).toEqual({ level: 1, index: 1234, width: 255 })
  for (const path of [
    'tile/00/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/64/000',
  ]) {
    expect(parseTilePath(path), path).toBeUndefined()
  }
})
