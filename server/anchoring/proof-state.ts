import type { AttestationStatus, ChainId, ChainStatuses, Proof } from '#shared/anchoring/contract.ts'
import type { PathStep } from '#shared/anchoring/merkle.ts'
import { entrySteps } from './proof/ots-proof.ts'
import type { ChainRow } from './stored-path.ts'

/**
 * The status of each chain for shoppers. Only a final transaction together with a recomputed path is a success. An
 * unreachable node leaves a status pending, never failed.
 */
export function chipsFrom(proof: ProofState | undefined): ChainStatuses {
  const chip = (chain: ChainId) => {
    const row = proof?.chains.find((candidate) => candidate.chain === chain)
    return { state: attestationOf(proof, row), network: row?.network ?? null }
  }
  return { catapult: chip('catapult'), bitcoin: chip('bitcoin') }
}

/** The facts about a proof: whether its path was recomputed, the bytes until the block, and its chains. */
export type ProofState = { holds: boolean; suffix: Buffer | null; chains: ChainRow[] }

function attestationOf(proof: ProofState | undefined, row: ChainRow | undefined): AttestationStatus {
  if (!proof) return 'UNKNOWN'
  if (!proof.holds || row?.state === 'FAILED') return 'FAILED'
  if (row?.state !== 'FINAL') return 'PENDING'
  return row.chain === 'catapult' || proof.suffix ? 'SUCCESS' : 'PENDING'
}

/** The state of a proof on both chains, with the transactions. */
export function viewChains(proof: ProofState | undefined): Proof['chains'] {
  const chips = chipsFrom(proof)
  return (['catapult', 'bitcoin'] as const).map((chain) => {
    const row = proof?.chains.find((candidate) => candidate.chain === chain)
    const { state, network } = chips[chain]
    return { chain, network, state, transaction: row?.winner ?? null, height: row?.height ?? null }
  })
}

/** The suffix of an entry of a round, from its path there and the suffix of the round, which all its entries share. */
export const suffixThrough = (path: PathStep[], suffix: Buffer | null): Buffer | null =>
  suffix && Buffer.concat([entrySteps(path), suffix])
