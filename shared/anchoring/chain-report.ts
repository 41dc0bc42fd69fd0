import { z } from 'zod'
import { Instant } from '#shared/core/fields/fields.ts'

/** The reasons why a chain, or one of its nodes, does not anchor at present. An operator resolves each of them differently. */
export const chainProblems = [
  'unreachable',
  'wrongPassword',
  'wrongNetwork',
  'networkChanged',
  'behind',
  'slow',
  'pruned',
  'disagreement',
  'noFunds',
  'feeCap',
  'budget',
  'refused',
  'signer',
  'key',
  'proof',
  'failed',
] as const
export type ChainProblem = (typeof chainProblems)[number]

export const ChainNode = z.object({
  /** Host and port, without user and password. */
  host: z.string(),
  /** Null: the node can be used. */
  problem: z.enum(chainProblems).nullable(),
  height: z.number().int().nullable(),
})
export type ChainNode = z.infer<typeof ChainNode>

/** Satoshis, or smallest units of the Catapult currency, as decimal digits. */
export const Amount = z.string().regex(/^\d+$/)

/** The fees that the signer has signed for, and its limits; a limit of 0 is none. */
export const SignedFees = z.object({ day: Amount, year: Amount, dayLimit: Amount, yearLimit: Amount })
export type SignedFees = z.infer<typeof SignedFees>

/** A network that the nodes are on and that no operator has confirmed, with the present fee of one transaction there. */
export const NetworkOffer = z.object({ network: z.string(), fee: Amount })
export type NetworkOffer = z.infer<typeof NetworkOffer>

/** The last report of the worker about a chain. */
export const ChainReport = z.object({
  network: z.string().nullable(),
  address: z.string().nullable(),
  /** Null: not known. Bitcoin: the outputs that are known. */
  balance: Amount.nullable(),
  height: z.number().int().nullable(),
  nodes: z.array(ChainNode),
  fees: SignedFees.nullable(),
  /** The present fee of one transaction. */
  fee: Amount.nullable(),
  /** Public keys of the signer as hex: the present one, and earlier ones that it still has. */
  key: z.string().nullable(),
  formerKeys: z.array(z.string()),
  offer: NetworkOffer.nullable(),
  problem: z.object({ kind: z.enum(chainProblems), reason: z.string(), since: Instant }).nullable(),
})
export type ChainReport = z.infer<typeof ChainReport>
