import { base64Of, bytesOfBase64 } from './base64.ts'
import { parseSize } from './checkpoint.ts'

/**
 * The proof that an entry is in a log, for use without a network: https://c2sp.org/tlog-proof. Our `extra` line contains the
 * path from the payload of a code to the entry, see `CodePath`.
 */
type TlogProof = {
  extra: Uint8Array | null
  index: number
  /** Sibling hashes, lowest first. */
  path: Uint8Array[]
  /** The signed checkpoint, exactly as the log published it. */
  checkpoint: string
}

const header = 'c2sp.org/tlog-proof@v1'
const maxHashes = 63

export function tlogProofText({ extra, index, path, checkpoint }: TlogProof): string {
  const lines = [header, ...(extra ? [`extra ${base64Of(extra)}`] : []), `index ${index}`, ...path.map(base64Of)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

export function parseTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  const extra = lines[0]?.startsWith('extra ') ? bytesOfBase64(lines.shift()!.slice(6)) : null
  const index = /^index (.*)$/.exec(lines.shift() ?? '')?.[1]
  const path = lines.map(bytesOfBase64)
  const at = parseSize(index ?? '')
  if (first !== header || extra === undefined || at === undefined || lines.length > maxHashes) return undefined
  if (path.some((hash) => hash?.length !== 32)) return undefined
  return { extra, index: at, path: path as Uint8Array[], checkpoint: text.slice(end + 2) }
}
