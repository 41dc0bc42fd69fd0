import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Instant } from '#shared/core/fields/fields.ts'

export const chainIds = ['catapult', 'bitcoin'] as const
export type ChainId = (typeof chainIds)[number]
/** A round is the batches and files of one Catapult transfer; an epoch is the rounds of one Bitcoin transaction. */
export type CommitmentKind = 'batch' | 'file' | 'round' | 'epoch'
export type AttemptKind = 'anchor' | 'child'

/** QUEUED → SENT → MINED → FINAL; MINED → SENT when a reorganisation removes the block. */
export type JobState = 'QUEUED' | 'SENT' | 'MINED' | 'FINAL' | 'FAILED'

/** The status for shoppers: SUCCESS only for a final transaction whose path from digest to root was recomputed. */
const attestations = ['PENDING', 'SUCCESS', 'FAILED', 'UNKNOWN'] as const
export type AttestationStatus = (typeof attestations)[number]

/**
 * Contains the network, so that a local chain cannot be mistaken for a public one. Null until a transaction was signed for the
 * chain.
 */
export const ChainStatus = z.object({ state: z.enum(attestations), network: z.string().nullable() })
export type ChainStatus = z.infer<typeof ChainStatus>
export const ChainStatuses = z.object({ catapult: ChainStatus, bitcoin: ChainStatus })
export type ChainStatuses = z.infer<typeof ChainStatuses>

export const Hex32 = z.string().regex(/^[0-9a-f]{64}$/)

const PathSibling = z.object({ side: z.enum(['left', 'right']), hash: Hex32 })

/** The state of a proof on both chains, with the transactions. */
export const ProofChains = z.array(
  z.object({
    chain: z.enum(chainIds),
    network: z.string().nullable(),
    state: z.enum(attestations),
    transaction: z.string().nullable(),
    height: z.number().int().nullable(),
  }),
)

/** The data with which a browser verifies the path from the payload to the root itself. Hashes are lower-case hex. */
export const Proof = z.object({
  /** Standard base64 of the exact payload bytes. */
  payload: z.string(),
  digest: Hex32,
  /** The 16 raw bytes of the code's address. */
  address: z.string().regex(/^[0-9a-f]{32}$/),
  /** Siblings from leaf to root, lowest first. */
  path: z.array(PathSibling),
  root: Hex32,
  /**
   * The round of the batch, whose root the Catapult transfer contains: siblings from SHA-256(0x00 ‖ root of the batch).
   * Null until the batch has a round.
   */
  round: z.object({ path: z.array(PathSibling), root: Hex32 }).nullable(),
  chains: ProofChains,
  anchoredAt: Instant,
})
export type Proof = z.infer<typeof Proof>

/** A printed code, in upper or lower case. */
const ByAddress = z.object({ address: z.string().min(1).max(64) })
/** The secret printed behind the code, unless `address` contains it. */
const BySecret = z.object({
  p: z.string().max(200).optional(),
  /** The language of texts in the response; by default that of the browser. */
  lang: z.string().max(10).optional(),
})

export const anchoringContract = defineContract({
  proof: {
    method: 'GET',
    path: '/proof/:address',
    access: 'public',
    summary: 'Read the payload, Merkle path and transactions of an activated code; its secret is required',
    params: ByAddress,
    query: BySecret,
    answer: Proof,
  },
})

export const anchoringProblems = defineProblems('anchoring', {
  notAnchored: {
    status: 404,
    enUS: 'No proof exists for this code',
    ruRU: 'Для этого кода нет доказательства',
  },
  notLogged: {
    status: 404,
    enUS: 'The public log does not have this code yet. Try again in a minute.',
    ruRU: 'В открытом журнале этого кода ещё нет. Попробуйте через минуту.',
  },
  logStopped: {
    status: 404,
    enUS: 'The public log does not have this code, and takes no new ones until its operator repairs it. Ask the brand.',
    ruRU: 'В открытом журнале этого кода нет, и новых он не принимает, пока оператор его не исправит. Спросите у бренда.',
  },
})
