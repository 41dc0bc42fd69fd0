import { crypto } from 'bitcoinjs-lib'
import type { ChainBlock } from './chain-state.ts'

/** The serialised CMerkleBlock of gettxoutproof: header and the partial tree of the matching ids. */
export function merkleBlock({ block, txids }: ChainBlock, wanted: Set<string>): Buffer {
  const levels: Buffer[][] = [txids.map((id) => Buffer.from(id, 'hex').reverse())]
  const matches = [txids.map((id) => wanted.has(id))]
  while (levels.at(-1)!.length > 1) {
    const [below, matched] = [levels.at(-1)!, matches.at(-1)!]
    const nodes = below.filter((_, i) => i % 2 === 0)
    // An odd last node is hashed with itself.
    levels.push(nodes.map((node, i) => hash256(Buffer.concat([node, below[2 * i + 1] ?? node]))))
    matches.push(nodes.map((_, i) => matched[2 * i]! || (matched[2 * i + 1] ?? false)))
  }
  const flags: boolean[] = []
  const hashes: Buffer[] = []
  const descend = (level: number, index: number): void => {
    const matched = matches[level]![index]!
    flags.push(matched)
    if (level === 0 || !matched) {
      hashes.push(levels[level]![index]!)
      return
    }
    descend(level - 1, 2 * index)
    if (2 * index + 1 < levels[level - 1]!.length) descend(level - 1, 2 * index + 1)
  }
  descend(levels.length - 1, 0)

  const count = Buffer.alloc(4)
  count.writeUInt32LE(txids.length)
  const bits = packBits(flags)
  return Buffer.concat([
    block.toBuffer(true),
    count,
    compactSize(hashes.length),
    ...hashes,
    compactSize(bits.length),
    bits,
  ])
}

function packBits(flags: boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8))
  flags.forEach((flag, i) => {
    if (flag) bytes[i >> 3]! |= 1 << (i & 7)
  })
  return bytes
}

function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value)
  const bytes = Buffer.alloc(value <= 0xffff ? 3 : 5)
  bytes[0] = value <= 0xffff ? 0xfd : 0xfe
  bytes.writeUIntLE(value, 1, bytes.length - 1)
  return bytes
}

function hash256(message: Uint8Array): Buffer {
  return Buffer.from(crypto.hash256(message))
}
