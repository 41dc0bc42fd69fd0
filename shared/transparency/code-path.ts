import { z } from 'zod'
import { base64Of, bytesOfBase64 } from './base64.ts'
import { bytesOfHex, hexOf } from './note.ts'

/**
 * What leads from the payload of one code to an entry of the log, as the `extra` line of its proof: JSON with the address,
 * the place of the leaf in the tree of the batch, and the entry, whose root and size complete the path. None of it needs
 * to be trusted: a wrong part leads to another hash.
 */
export interface CodePath {
  /** 16 bytes. */
  address: Uint8Array
  index: number
  /** Sibling hashes from the leaf of the code to the root of the batch, lowest first. */
  path: Uint8Array[]
  /** The text of the entry. */
  entry: string
}

const Stored = z.object({
  v: z.literal(1),
  address: z.string().regex(/^[0-9a-f]{32}$/),
  index: z.int().min(0),
  path: z.array(z.string()).max(63),
  entry: z.string(),
})

export function codePathBytes({ address, index, path, entry }: CodePath): Uint8Array {
  const stored = { v: 1 as const, address: hexOf(address), index, path: path.map(base64Of), entry }
  return new TextEncoder().encode(JSON.stringify(stored satisfies z.infer<typeof Stored>))
}

export function parseCodePath(bytes: Uint8Array): CodePath | undefined {
  try {
    const { address, index, path, entry } = Stored.parse(JSON.parse(new TextDecoder().decode(bytes)))
    const hashes = path.map(bytesOfBase64)
    if (hashes.some((hash) => hash?.length !== 32)) return undefined
    return { address: bytesOfHex(address)!, index, path: hashes as Uint8Array[], entry }
  } catch {
    return undefined
  }
}
