import { readWithReference } from '#server/anchoring/test/ots-oracle.ts'

/** The Bitcoin attestation of an .ots file: the Merkle root that python-opentimestamps expects in the block header. */
export function readProof(bytes: Uint8Array): { merkleRoot: string; height: number } {
  const [read] = readWithReference([bytes])
  if (!read?.ok) throw new Error(read?.error ?? 'no answer')
  const attestation = read.attestations.find(({ kind }) => kind === 'bitcoin')
  if (!attestation) throw new Error(`No Bitcoin attestation: ${JSON.stringify(read.attestations)}`)
  return { merkleRoot: attestation.message, height: Number(attestation.value) }
}
