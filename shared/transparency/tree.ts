import { nodeMessage } from '#shared/anchoring/merkle.ts'
import { parseSize } from './checkpoint.ts'
import { sha256Of } from './crypto.ts'

/**
 * Proofs in an RFC 6962 tree whose hashes are stored as tiles (https://c2sp.org/tlog-tiles): which hashes a proof consists
 * of, and whether it leads to a root. Sizes and indexes may exceed 32 bits.
 */

/** The leaves from `start` up to, not including, `end`. */
export type Range = readonly [start: number, end: number]
/** The root of the 2^level leaves that begin at index · 2^level. */
type TreeNode = {
  level: number
  index: number
}

/** RFC 6962, section 2.1.1: the subtrees whose roots are the path of a leaf, lowest first. */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    throw new RangeError(`Entry ${index} is outside a log of ${size}.`)
  }
  const path: Range[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + splitOf(end - start)
    path.push(index < middle ? [middle, end] : [start, middle])
    if (index < middle) end = middle
    else start = middle
  }
  return path.reverse()
}

/** RFC 6962, section 2.1.2: the subtrees whose roots prove that a log of `size` begins with the log of `old` entries. */
export function consistencyRanges(old: number, size: number): Range[] {
  if (!Number.isSafeInteger(old) || !Number.isSafeInteger(size) || old < 1 || old > size) {
    throw new RangeError(`A log of ${old} entries is not the beginning of one of ${size}.`)
  }
  const path: Range[] = []
  let [start, end, left] = [0, size, old]
  while (left !== end - start) {
    const half = splitOf(end - start)
    if (left <= half) {
      path.push([start + half, end])
      end = start + half
    } else {
      path.push([start, start + half])
      start += half
      left -= half
    }
  }
  // The old root itself is known, unless it is only a part of it.
  if (start > 0) path.push([start, end])
  return path.reverse()
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** A subtree as complete subtrees, from left to right. Tiles contain their roots. */
export function completeNodes([start, end]: Range): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = start; at < end; ) {
    let [level, width] = [0, 1]
    while (width * 2 <= end - at) {
      level++
      width *= 2
    }
    if (at % width !== 0) throw new RangeError(`invalid subtree ${start} to ${end}`)
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

export const leafHashOf = (entry: Uint8Array): Uint8Array => {
  const message = new Uint8Array(1 + entry.length)
  message.set(entry, 1)
  return sha256Of(message)
}
export const nodeHashOf = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256Of(nodeMessage(left, right))

/** Height of a tile: each contains up to 2^8 hashes. */
const tileHeight = 8
export const tileWidth = 2 ** tileHeight

/** A run of hashes in one tile. */
type TilePart = {
  level: number
  index: number
  /** The first hash, and how many. */
  first: number
  count: number
}

/** The tile that contains a node, and the hashes of it that are the leaves of the subtree below this node. */
export function tilePartOf({ level, index }: TreeNode): TilePart {
  const tileLevel = Math.floor(level / tileHeight)
  const count = 2 ** (level - tileLevel * tileHeight)
  const at = index * count
  return { level: tileLevel, index: Math.floor(at / tileWidth), first: at % tileWidth, count }
}

/** The number of hashes, below 256, in the last tile of a level in a log of `size`; 0 if no tile is partial. */
export const partialWidth = (level: number, size: number): number => Math.floor(size / tileWidth ** level) % tileWidth

/** `x001/x234/067` for 1234067. */
function tileName(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  return groups.join('/')
}

export type TilePath = { level: number | 'entries'; index: number; width: number }

/** The path of a tile or an entry bundle below the log: `tile/<L>/<N>[.p/<W>]`. */
export const tilePath = ({ level, index, width }: TilePath): string =>
  `tile/${level}/${tileName(index)}${width < tileWidth ? `.p/${width}` : ''}`

/** Undefined for a path that is not written exactly as `tilePath` writes it. */
export function parseTilePath(path: string): TilePath | undefined {
  const [, first, name, partial] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  if (first === undefined || name === undefined) return undefined
  const level = first === 'entries' ? ('entries' as const) : parseSize(first)
  const index = Number(name.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? tileWidth : parseSize(partial)
  if (level === undefined || (level !== 'entries' && level > 63)) return undefined
  if (width === undefined || width < 1 || width > tileWidth) return undefined
  const found = { level, index, width }
  return tilePath(found) === path ? found : undefined
}
