import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Instant } from '#shared/core/fields/fields.ts'
import { chainAlertKinds } from './chain-alerts.ts'
import { Amount, ChainReport } from './chain-report.ts'
import { chainIds } from './contract.ts'

const count = z.number().int().nonnegative()

/** A transaction that is signed and not final. */
export const PendingTransaction = z.object({
  txid: z.string(),
  state: z.enum(['SENT', 'MINED']),
  /** The signed transactions of this anchor: replacements, and children that pay for it. */
  attempts: count,
  fee: Amount,
  height: z.number().int().nullable(),
  signedAt: Instant,
  /** It has waited too long, or needs an operator. */
  isStuck: z.boolean(),
  error: z.string().nullable(),
})
export type PendingTransaction = z.infer<typeof PendingTransaction>

/** The cost of confirming a new network. */
export const SwitchOffer = z.object({
  from: z.string().nullable(),
  to: z.string(),
  /** Roots that were never signed, and the transactions that anchor them. */
  roots: count,
  transactions: count,
  /** The fee of one transaction, and of all. */
  fee: Amount,
  total: Amount,
  /** Roots of demo data, which are not anchored on a public network. */
  demoRoots: count,
  /** Transactions that are not final on the earlier network. They wait for a node of it. */
  left: count,
})
export type SwitchOffer = z.infer<typeof SwitchOffer>

export const ChainView = z
  .object({
    chain: z.enum(chainIds),
    report: ChainReport.nullable(),
    reportedAt: Instant.nullable(),
    /** The worker has not reported for a while: the report is old. */
    isSilent: z.boolean(),
    alerts: z.array(z.object({ kind: z.enum(chainAlertKinds), detail: z.string(), since: Instant })),
    pending: z.object({ waiting: count, queued: count, sent: count, mined: count, oldestAt: Instant.nullable() }),
    /** When the next round or epoch closes; null while nothing waits for one. */
    nextAt: Instant.nullable(),
    /**
     * Transactions a day, and for how many days the balance lasts at the present fee. Measured: the rate of the last 30 days.
     * Otherwise the most that the configuration allows, because no week of anchors is known yet.
     */
    funding: z.object({ perDay: z.number(), isMeasured: z.boolean(), days: count.nullable() }),
    /** The oldest ones. */
    transactions: z.array(PendingTransaction),
    keys: z.array(z.object({ fingerprint: z.string(), isCurrent: z.boolean(), isHeld: z.boolean() })),
    offer: SwitchOffer.nullable(),
  })
  .meta({ id: 'ChainView' })
export type ChainView = z.infer<typeof ChainView>

/** The public log: its newest signed checkpoint, and the witnesses that have cosigned it. */
export const PublicLogView = z
  .object({
    origin: z.string().nullable(),
    size: count,
    checkpointAt: Instant.nullable(),
    /** Batches that are not in the log yet. */
    waiting: count,
    /** The log does not continue what the signer has signed: `logForked` of the texts says what to do. */
    problem: z.object({ reason: z.string(), since: Instant }).nullable(),
    needs: count,
    /** `size` is that of the newest checkpoint that the witness has cosigned. */
    witnesses: z.array(z.object({ name: z.string(), size: count.nullable(), at: Instant.nullable() })),
  })
  .meta({ id: 'PublicLogView' })
export type PublicLogView = z.infer<typeof PublicLogView>

export const chainsContract = defineContract({
  read: {
    method: 'GET',
    path: '/chains',
    access: 'admin',
    summary: 'Read the state of the chains and of the public log',
    answer: z.object({ chains: z.array(ChainView), log: PublicLogView }),
  },
  switchNetwork: {
    method: 'PUT',
    path: '/chains/network/:chain',
    access: 'admin',
    summary: 'Confirm the network that the nodes of a chain are on',
    params: z.object({ chain: z.enum(chainIds) }),
    /** The network as it was offered, so that no other one is confirmed. */
    body: z.object({ network: z.string().min(1).max(40) }),
    answer: ChainView,
  },
})

export const chainsProblems = defineProblems('chains', {
  notOffered: {
    status: 409,
    enUS: 'The nodes do not ask for this network any more. Look at the page again.',
    ruRU: 'Узлы больше не предлагают эту сеть. Посмотрите страницу ещё раз.',
  },
})
