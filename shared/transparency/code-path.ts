import { bytesOfHex, hexOf } from '#shared/core/bytes.ts'
import { base64Of, bytesOfBase64 } from './base64.ts'

/**
 * The path from the payload of one code to an entry of the log, as the `extra` line of its proof: JSON with the address, the
 * place of the leaf in the tree of the batch, and the entry, whose root and size complete the path. None of it needs to be
 * trusted: a wrong part leads to another hash.
 */
type CodePath = {
  /** 16 bytes. */
  address: Uint8Array
  index: number
  /** Sibling hashes from the leaf of the code to the root of the batch, lowest first. */
  path: Uint8Array[]
  /** The text of the entry. */
  entry: string
}

type StoredCodePath = { v: 1; address: string; index: number; path: string[]; entry: string }

export function codePathBytes({ address, index, path, entry }: CodePath): Uint8Array {
  const stored: StoredCodePath = { v: 1, address: hexOf(address), index, path: path.map(base64Of), entry }
  return new TextEncoder().encode(JSON.stringify(stored))
}

export function parseCodePath(bytes: Uint8Array): CodePath | undefined {
  try {
    const { v, address, index, path, entry } = JSON.parse(new TextDecoder().decode(bytes)) as StoredCodePath
    const [place, hashes] = [bytesOfHex(address), path.map(bytesOfBase64)]
    if (v !== 1 || place?.length !== 16 || !Number.isSafeInteger(index) || typeof entry !== 'string') return undefined
    if (hashes.length > 63 || hashes.some((hash) => hash?.length !== 32)) return undefined
    return { address: place, index, path: hashes as Uint8Array[], entry }
  } catch {
    return undefined
  }
}
