import { formatAmount } from '#shared/anchoring/amount.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import type { ChainView, PublicLogView } from '#shared/anchoring/chains-contract.ts'
import { chainsText } from '#shared/anchoring/chains-text.ts'

const text = chainProblemText.enUS

/** The state of chains and log for a terminal, in the words of the console. */
export function statusLines(chains: readonly ChainView[], log: PublicLogView): string[] {
  const cosigned = log.witnesses.filter(({ size }) => size === log.size).length
  return [
    ...chains.flatMap(chainLines),
    `public log ${log.origin ?? 'not opened yet'}: ${log.size} batches, ${log.waiting} wait, last checkpoint ${log.checkpointAt ?? 'none'},`,
    log.witnesses.length === 0
      ? `  ${chainsText.enUS.noWitnesses}`
      : `  cosigned by ${cosigned} of ${log.witnesses.length} witnesses (${log.needs} needed)`,
    ...(log.problem ? problemLines({ kind: 'logForked', ...log.problem }) : ['  problem  none']),
  ]
}

function chainLines({
  chain,
  report,
  reportedAt,
  isSilent,
  alerts,
  pending,
  nextAt,
  funding,
  keys,
  ...view
}: ChainView): string[] {
  if (!report) return [`${chain}: the worker has not reported it yet: is it running?`]
  const { network, address, balance, height, fees, fee, problem, nodes } = report
  const amount = (units: string | null) => (units === null ? 'unknown' : formatAmount(chain, units))
  const limit = (units: string) => (units === '0' ? 'no limit' : `limit ${amount(units)}`)
  return [
    `${chain} on ${network ?? 'an unknown network'}, as of ${reportedAt ?? 'never'}`,
    ...(isSilent ? [`  ${text.silent}. ${text.silentDo}`] : []),
    ...problemLines(problem),
    ...alerts
      .filter(({ kind }) => kind !== problem?.kind)
      .map(({ kind, detail, since }) => `  alert    ${text[kind]} since ${since} (${detail}). ${text[`${kind}Do`]}`),
    ...nodes.map(
      (node) =>
        `  node     ${node.host}: ${node.problem ? text[node.problem] : 'in order'}, height ${node.height ?? 'unknown'}`,
    ),
    `  height   ${height ?? 'unknown'}`,
    `  address  ${address ?? 'unknown'}`,
    `  balance  ${amount(balance)}${funding.days === null ? '' : `, enough for about ${funding.days} days`}`,
    `  fee      ${amount(fee)} for a transaction, ${funding.isMeasured ? '' : 'at most '}${funding.perDay.toFixed(1)} transactions a day`,
    ...(fees
      ? [
          `  fees     ${amount(fees.day)} in 24 hours (${limit(fees.dayLimit)}), ${amount(fees.year)} in 365 days (${limit(fees.yearLimit)})`,
        ]
      : []),
    `  waiting  ${pending.waiting} roots, ${pending.queued} queued, ${pending.sent} sent, ${pending.mined} mined; oldest ${pending.oldestAt ?? 'none'}; next ${nextAt ?? 'when something waits'}`,
    ...view.transactions
      .filter(({ isStuck }) => isStuck)
      .map(({ txid, signedAt, error }) => `  stuck    ${txid} since ${signedAt}${error ? `: ${error}` : ''}`),
    ...keys.map(
      (key) => `  key      ${key.fingerprint} ${key.isCurrent ? 'current' : key.isHeld ? 'former' : 'no longer held'}`,
    ),
    ...(view.offer ? offerLines(chain, view.offer) : []),
  ]
}

type Problem = {
  kind: NonNullable<NonNullable<ChainView['report']>['problem']>['kind'] | 'logForked'
  since: string
  reason: string
}

function problemLines(problem: Problem | null): string[] {
  if (!problem) return ['  problem  none']
  const { kind, since, reason } = problem
  return [`  problem  ${kind} since ${since}: ${text[kind]}. ${text[`${kind}Do`]}`, `           ${reason}`]
}

/** The cost of a new network, and the anchors that stay open on the earlier one. */
export function offerLines(chain: ChainView['chain'], offer: NonNullable<ChainView['offer']>): string[] {
  const { from, to, roots, transactions, fee, total, demoRoots, left } = offer
  return [
    `  The nodes of ${chain} are on ${to}; anchors were made on ${from ?? 'no network yet'}. To continue on ${to}:`,
    `    npm run chain -- switch ${chain} ${to}`,
    `    anchors ${roots} roots that were never anchored: ${transactions} transactions of ${formatAmount(chain, fee)}, together ${formatAmount(chain, total)}`,
    `    leaves out ${demoRoots} roots of demo data; anchors that are final stay as they are`,
    `    leaves ${left} transactions in flight on ${from ?? 'the earlier network'}, which wait for a node of it`,
  ]
}
