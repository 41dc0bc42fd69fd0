import { hash } from 'node:crypto'

type PathItem = { hash: string; position: 'left' | 'right' }

const upper = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
const pair = (left: Buffer, right: Buffer) => hash('sha3-256', Buffer.concat([left, right]), 'buffer')

/** All levels, starting with the leaves. Catapult hashes pairs with SHA3-256 and duplicates an odd last node. */
function levelsOf(hashes: string[]): Buffer[][] {
  let level = hashes.map((leaf) => Buffer.from(leaf, 'hex'))
  const levels = [level]
  while (level.length > 1) {
    if (level.length % 2 === 1) level.push(level.at(-1)!)
    const below = level
    level = Array.from({ length: below.length / 2 }, (_, i) => pair(below[2 * i]!, below[2 * i + 1]!))
    levels.push(level)
  }
  return levels
}

/** The transactionsHash of a block; zeros for an empty one. */
export function transactionsRoot(hashes: string[]): string {
  return hashes.length === 0 ? '0'.repeat(64) : upper(levelsOf(hashes).at(-1)![0]!)
}

export function merklePath(hashes: string[], index: number): PathItem[] {
  const levels = levelsOf(hashes).slice(0, -1)
  return levels.map((level, height) => {
    const place = index >> height
    return { hash: upper(level[place ^ 1]!), position: place % 2 === 1 ? 'left' : 'right' }
  })
}
