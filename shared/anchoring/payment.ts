import { amountWithoutCurrency } from './amount.ts'
import type { SignedFees } from './chain-report.ts'
import type { ChainView } from './chains-contract.ts'

/** The smallest amounts that are worth a payment: smaller Bitcoin outputs are not spent. */
const smallest = { bitcoin: 20_000n, catapult: 1n } as const

/** The amount that an address needs, in the smallest unit of the currency. */
export type Payment = {
  needed: bigint
  /** The budgets of the signer allow less than the expected transactions cost. */
  isLimited: boolean
  /** 0 if the balance is enough; the whole amount while the balance is unknown. */
  missing: bigint
  isBalanceKnown: boolean
  /** The amount of the link: the missing amount, or the smallest payment. */
  amount: bigint
  /** The content of the QR code. */
  link: string
}

/**
 * The amount to send for a number of days, at the present fee and the expected number of transactions, but no more than the signer
 * may spend. It is correct as long as fees do not change. Undefined before the worker has reported address and fee.
 */
export function paymentFor(
  { chain, report, funding }: Pick<ChainView, 'chain' | 'report' | 'funding'>,
  days: number,
): Payment | undefined {
  if (!report?.address || report.fee === null) return undefined
  const expected = BigInt(Math.ceil(Number(report.fee) * funding.perDay * days))
  const allowed = allowedBy(report.fees, days)
  const isLimited = allowed !== undefined && allowed < expected
  const needed = isLimited ? allowed : expected
  const lacking = needed - BigInt(report.balance ?? 0)
  const missing = lacking > 0n ? lacking : 0n
  const amount = missing > smallest[chain] ? missing : smallest[chain]
  return {
    needed,
    isLimited,
    missing,
    amount,
    isBalanceKnown: report.balance !== null,
    link: linkOf(chain, report.address, amount),
  }
}

/** The fees that the budgets allow for a number of days. Undefined without a budget. */
function allowedBy(fees: SignedFees | null | undefined, days: number): bigint | undefined {
  const { dayLimit, yearLimit } = fees ?? { dayLimit: '0', yearLimit: '0' }
  const limits = [BigInt(dayLimit) * BigInt(days), (BigInt(yearLimit) * BigInt(days) + 364n) / 365n]
  const [least] = limits.filter((limit) => limit > 0n).sort((a, b) => (a < b ? -1 : 1))
  return least
}

/** Wallets read the amount of a Bitcoin link (BIP 21); Symbol has no such link, so that the code is the address. */
const linkOf = (chain: ChainView['chain'], address: string, amount: bigint): string =>
  chain === 'bitcoin' ? `bitcoin:${address}?amount=${amountWithoutCurrency(chain, `${amount}`)}` : address
