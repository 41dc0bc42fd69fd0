import { type PageParams, proofHref } from '#client/verify/model.ts'
import type { Proof } from '#shared/anchoring/contract.ts'
import { codeLeafMessage, rootFromPath } from '#shared/anchoring/merkle.ts'
import { bytesOfHex, hexOf } from '#shared/core/bytes.ts'
import { parseCode } from '#shared/verify/code/code.ts'

export type Recomputed = {
  holds: boolean
  /** The computed root as hex. */
  root: string
}

/**
 * Hashes the displayed payload for the scanned code and follows the Merkle path. Digest, address and root of the
 * response are only compared. Further facts must have the digest that the payload states.
 */
export async function recomputeProof(
  printed: PageParams,
  { payload, rest }: { payload: string; rest?: string | undefined },
  signal: AbortSignal,
): Promise<Recomputed> {
  const response = await fetch(proofHref(printed), { signal })
  if (!response.ok) throw new Error(`No proof: ${response.status}`)
  const proof = (await response.json()) as Proof
  const address = parseCode(printed.code)?.address.replaceAll('-', '')
  const digest = await sha256(new TextEncoder().encode(payload))
  const leaf = await sha256(codeLeafMessage(digest, bytesOf(address ?? '')))
  const path = proof.path.map(({ side, hash }) => ({ side, hash: bytesOf(hash) }))
  const root = hexOf(await rootFromPath(leaf, path, sha256))
  const restFits =
    rest === undefined || payload.includes(`"sha256":"${hexOf(await sha256(new TextEncoder().encode(rest)))}"`)
  const isSame = root === proof.root && hexOf(digest) === proof.digest && address === proof.address
  return { holds: isSame && restFits, root }
}

async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', message))
}

/** Text that is not hex leads to another root. */
const bytesOf = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array()
