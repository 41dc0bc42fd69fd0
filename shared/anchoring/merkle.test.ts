import { describe, expect, it } from 'vitest'
import { codeLeafMessage, levelWidths, pathOffsets, rootFromPath, treeBytes } from './merkle.ts'

const sha256 = async (message: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', message))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

describe('tree shape', () => {
  it('halves the width of every level, rounding up', () => {
    expect(levelWidths(1)).toEqual([1])
    expect(levelWidths(7)).toEqual([7, 4, 2, 1])
    expect(treeBytes(7)).toBe(14 * 32)
  })

  it('skips the levels where a node is promoted alone', () => {
    expect(pathOffsets(5, 4)).toEqual([{ offset: 8 * 32, side: 'left' }])
    expect(pathOffsets(1, 0)).toEqual([])
    expect(pathOffsets(4, 1)).toEqual([
      { offset: 0, side: 'left' },
      { offset: 5 * 32, side: 'right' },
    ])
  })

  it.each([
    [0, 0],
    [4, 4],
    [4, -1],
    [4, 0.5],
  ])('rejects leaf %2$s of a tree of %1$s', (size, index) => {
    expect(() => pathOffsets(size, index)).toThrow(RangeError)
  })
})

describe('with WebCrypto', () => {
  it('computes the root that Python hashlib computes for two codes', async () => {
    // sha256(01 ‖ leaf(a) ‖ leaf(b)), digests 32 × 0x11, addresses 16 × 0x22 and 16 × 0x33.
    const [left, right] = await Promise.all(
      [0x22, 0x33].map((fill) => sha256(codeLeafMessage(new Uint8Array(32).fill(0x11), new Uint8Array(16).fill(fill)))),
    )
    const root = 'a1a39269046cdf0bed41edb0251574ffe213ab29197470610a88c763055a8f0d'
    expect(hex(await rootFromPath(left!, [{ side: 'right', hash: right! }], sha256))).toBe(root)
    expect(hex(await rootFromPath(right!, [{ side: 'left', hash: left! }], sha256))).toBe(root)
    expect(hex(await rootFromPath(right!, [{ side: 'right', hash: left! }], sha256))).not.toBe(root)
  })

  it('rejects a digest or an address of another length', () => {
    expect(() => codeLeafMessage(new Uint8Array(31), new Uint8Array(16))).toThrow(RangeError)
    expect(() => codeLeafMessage(new Uint8Array(32), new Uint8Array(15))).toThrow(RangeError)
  })
})
