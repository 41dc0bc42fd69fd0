import { formatAmount } from './amount.ts'
import { type ChainReport, chainProblems, type SignedFees } from './chain-report.ts'
import type { ChainId } from './contract.ts'

/** The alerts for administrators: the problems, and the conditions that will become problems. */
export const chainAlertKinds = [...chainProblems, 'budgetSoon', 'anchorOld', 'nodeDown'] as const
export type ChainAlertKind = (typeof chainAlertKinds)[number]

/** A detail is a fact for the operator, such as the reason in the words of a node, or a host. */
export type ChainAlert = {
  kind: ChainAlertKind
  detail: string
}

/** Seconds after which an anchor that is not final has waited too long, in addition to the time for which roots are gathered. */
export const oldestSeconds: Record<ChainId, number> = { bitcoin: 6 * 3600, catapult: 3600 }
/** These pass by themselves, for example when a node is restarted: they are news only after this many seconds. */
const graceSeconds = 60
const transient: readonly ChainAlertKind[] = ['unreachable', 'behind', 'slow', 'signer', 'failed']
const soonPercent = 80n

type Facts = {
  chain: ChainId
  report: ChainReport
  /** Milliseconds since 1970; undefined while nothing waits. */
  oldestAt: number | undefined
  /** Seconds for which roots are gathered. */
  gatherSeconds: number
}

/** The alerts of a chain at a time, in milliseconds since 1970. Each kind once. */
export function chainAlerts({ chain, report, oldestAt, gatherSeconds }: Facts, now: number): ChainAlert[] {
  const { problem, nodes, fees } = report
  const isAlertDue = (kind: ChainAlertKind, since: number) =>
    !transient.includes(kind) || now - since >= graceSeconds * 1000
  const alerts: ChainAlert[] = []
  if (problem && isAlertDue(problem.kind, Date.parse(problem.since))) {
    alerts.push({ kind: problem.kind, detail: problem.reason })
  }
  const budget = fees && budgetAlert(fees)
  if (budget && problem?.kind !== 'budget') alerts.push({ kind: budget, detail: feesDetail(chain, fees) })
  if (oldestAt !== undefined && now - oldestAt > (gatherSeconds + oldestSeconds[chain]) * 1000) {
    alerts.push({ kind: 'anchorOld', detail: new Date(oldestAt).toISOString() })
  }
  const down = nodes.filter((node) => node.problem)
  if (down.length > 0 && down.length < nodes.length) {
    alerts.push({ kind: 'nodeDown', detail: down.map(({ host }) => host).join(', ') })
  }
  return alerts
}

function budgetAlert({ day, year, dayLimit, yearLimit }: SignedFees): 'budget' | 'budgetSoon' | undefined {
  const shares = [
    [day, dayLimit],
    [year, yearLimit],
  ] as const
  const used = (percent: bigint) =>
    shares.some(([sum, limit]) => BigInt(limit) > 0n && BigInt(sum) * 100n >= BigInt(limit) * percent)
  if (used(100n)) return 'budget'
  return used(soonPercent) ? 'budgetSoon' : undefined
}

/** Both sums with their limits, such as "0.0025 BTC / 0.003 BTC" in signs that need no language. @param amountOf writes an amount of the smallest unit */
export function feesDetail(
  chain: ChainId,
  { day, year, dayLimit, yearLimit }: SignedFees,
  amountOf: typeof formatAmount = formatAmount,
): string {
  const share = (sum: string, limit: string) => `${amountOf(chain, sum)} / ${amountOf(chain, limit)}`
  const shares = [
    ...(dayLimit === '0' ? [] : [share(day, dayLimit)]),
    ...(yearLimit === '0' ? [] : [share(year, yearLimit)]),
  ]
  return shares.join(', ')
}
