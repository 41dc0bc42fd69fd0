import type { ChainId } from './contract.ts'

/** Currency and decimal places. The currency of a local Catapult ledger has the same places. */
const currencies: Record<ChainId, { name: string; places: number }> = {
  bitcoin: { name: 'BTC', places: 8 },
  catapult: { name: 'XYM', places: 6 },
}

/** 12345n satoshis is 0.00012345 BTC. Written exactly, because a rounded amount cannot be paid. */
export function formatAmount(chain: ChainId, units: string): string {
  const { name, places } = currencies[chain]
  return `${decimalAmount(units, places)} ${name}`
}

/** The number alone, for payment links. */
export const bareAmount = (chain: ChainId, units: string): string => decimalAmount(units, currencies[chain].places)

function decimalAmount(units: string, places: number): string {
  const digits = units.padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
