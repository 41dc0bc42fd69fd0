import { formatNumber } from '#client/core/format/number.ts'
import { amountWithoutCurrency, currencyOf } from '#shared/anchoring/amount.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

/** An amount of the smallest unit as a person reads it, exactly: "0.00012345 BTC", in Russian "0,00012345 BTC". */
export function amountText(chain: ChainId, units: string): string {
  const { name, places } = currencyOf(chain)
  return `${formatNumber(amountWithoutCurrency(chain, units) as `${number}`, { maximumFractionDigits: places })} ${name}`
}
