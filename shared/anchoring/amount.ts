import type { ChainId } from './contract.ts'

/** Currency and decimal places. The currency of a local Catapult ledger has the same places. */
const currencies: Record<ChainId, { name: string; places: number }> = {
  bitcoin: { name: 'BTC', places: 8 },
  catapult: { name: 'XYM', places: 6 },
}

/** The name of the currency, and the number of decimal places of its smallest unit. */
export const currencyOf = (chain: ChainId) => currencies[chain]

/**
 * 12345n satoshis is 0.00012345 BTC. Written exactly, because a rounded amount cannot be paid, and with a decimal point: for terminals and
 * mails of operators. Screens write amounts in the notation of the reader (client/anchoring/amount-text.ts).
 */
export function formatAmount(chain: ChainId, units: string): string {
  const { name, places } = currencies[chain]
  return `${decimalAmount(units, places)} ${name}`
}

/** The number alone with a decimal point, as payment links and wallets read it. */
export const amountWithoutCurrency = (chain: ChainId, units: string): string =>
  decimalAmount(units, currencies[chain].places)

function decimalAmount(units: string, places: number): string {
  const digits = units.padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
