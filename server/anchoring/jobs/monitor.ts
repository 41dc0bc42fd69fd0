import type { Chain } from '#server/anchoring/chain.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import { updateAlerts } from '#server/anchoring/operator/alerts.ts'
import { anchorChain } from '#server/anchoring/table.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import type { Services } from '#server/core/services.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import {
  type AnchorProblem,
  anchorProblemOf,
  ChainUnavailableError,
  JobBlockedError,
  NodeUnreachableError,
} from './blocked.ts'
import type { Monitor } from './worker.ts'

/** How often the facts of a chain are read and stored while nothing changes. */
const reportMs = 10_000

export type ChainFacts = Omit<ChainReport, 'problem'>
type RequiredServices = Pick<Services, 'config' | 'db' | 'log' | 'mail'>
const noFacts: ChainFacts = {
  network: null,
  address: null,
  balance: null,
  height: null,
  nodes: [],
  fees: null,
  fee: null,
  key: null,
  formerKeys: [],
  offer: null,
}

/**
 * Logs each problem of a chain once, stores the facts that the console and /health/ready show, and notifies administrators. Other
 * processes need neither a node nor the signer to answer.
 */
export function createMonitor(parts: RequiredServices, factsOf: (chain: Chain) => Promise<ChainFacts>): Monitor {
  const { db, log } = parts
  const states = new Map<ChainId, { problem: ChainReport['problem']; facts: ChainFacts; storedAt: number }>()

  async function store(
    chain: ChainId,
    problem: AnchorProblem | undefined,
    factsNow: (last: ChainFacts) => Promise<ChainFacts>,
  ): Promise<void> {
    const last = states.get(chain)
    const isSame = last?.problem?.kind === problem?.kind
    if (last && isSame && Date.now() - last.storedAt < reportMs) return
    const since = (isSame && last?.problem?.since) || new Date().toISOString()
    if (problem && !isSame) log.warn({ chain, problem: problem.kind }, `anchoring: ${problem.reason}`)
    if (!problem && last?.problem) log.info({ chain }, `anchoring: ${chain} continues`)
    const state = {
      problem: problem ? { ...problem, since } : null,
      facts: last?.facts ?? noFacts,
      storedAt: Date.now(),
    }
    states.set(chain, state)
    state.facts = await factsNow(state.facts)
    const report = { ...state.facts, problem: state.problem }
    await db.system((tx) =>
      tx
        .insert(anchorChain)
        .values({ chain, report, reportedAt: sql`now()` })
        .onConflictDoUpdate({ target: anchorChain.chain, set: { report, reportedAt: sql`now()` } }),
    )
    await updateAlerts(parts, chain)
  }

  return {
    async stepped(chain, problems) {
      // A slow node is less than what makes a job wait.
      const [slow, others] = [problems.find(isSlow), problems.filter((problem) => !isSlow(problem))]
      const problem = others[0] ?? ((await hasErrors(db, chain.id)) ? states.get(chain.id)?.problem : null) ?? slow
      await store(chain.id, problem ?? undefined, () => factsOf(chain))
    },
    async failed(chain, error) {
      if (chain === 'rounds') return log.warn({ err: error }, `anchoring: no round was closed: ${loggedMessage(error)}`)
      await store(chain, failureOf(error), async (last) => {
        // When a step fails, the state of the nodes is known only if the choice of a node has failed.
        const { nodes, offer } = error instanceof ChainUnavailableError ? error : { nodes: last.nodes, offer: null }
        return { ...last, nodes, offer }
      })
    },
  }
}

const isSlow = ({ kind }: AnchorProblem): boolean => kind === 'slow'

/** Whether a job that was postponed still waits for its reason to pass. */
async function hasErrors(db: RequiredServices['db'], chain: ChainId): Promise<boolean> {
  const { rows } = await db.read.execute(sql`
    select from anchor_job where chain = ${chain} and state in ('QUEUED', 'SENT', 'MINED') and error is not null
      and ${acceptedNetworkCondition()} limit 1`)
  return rows.length > 0
}

function failureOf(error: unknown): AnchorProblem {
  if (error instanceof JobBlockedError) return anchorProblemOf(error)
  return { kind: error instanceof NodeUnreachableError ? 'unreachable' : 'failed', reason: loggedMessage(error) }
}
