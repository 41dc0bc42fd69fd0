import { bareAmount, formatAmount } from '#shared/anchoring/amount.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'

/** Satoshis. Smaller outputs are not spent. */
const smallestOutput = 20_000n

type QrMatrix = { modules: number; dark: Uint8Array }

/**
 * Where to send money and how much, at the present fee and the rate of the last 30 days. Fees change: the amount is what is needed
 * if they do not.
 */
export function fundingLines(
  { chain, report, funding }: ChainView,
  days: number,
  encodeQr: (text: string) => QrMatrix,
): string[] {
  if (!report?.address) return [`${chain}: the worker has not reported an address yet: is it running?`]
  const { network, address, balance, fee } = report
  const place = `${chain} on ${network ?? 'an unknown network'}`
  if (fee === null) return [`${place}: no node has told the present fee yet.`]
  const needed = BigInt(Math.ceil(Number(fee) * funding.perDay * days))
  const missing = needed - BigInt(balance ?? 0)
  const least = chain === 'bitcoin' ? smallestOutput : 1n
  const amount = missing > least ? missing : least
  const words = (units: bigint) => formatAmount(chain, `${units}`)
  return [
    place,
    `  address  ${address}`,
    `  needed   ${words(needed)} for ${days} days: ${funding.perDay.toFixed(1)} transactions a day of ${words(BigInt(fee))}`,
    `  balance  ${balance === null ? 'unknown' : words(BigInt(balance))}`,
    ...(missing > 0n
      ? [`  send     ${words(amount)}`, ...qrLines(encodeQr(linkOf(chain, address, amount)))]
      : ['  send     nothing']),
  ]
}

/** Wallets read the amount of a Bitcoin link (BIP 21); Symbol has no such link, so that the code is the address. */
const linkOf = (chain: ChainView['chain'], address: string, amount: bigint): string =>
  chain === 'bitcoin' ? `bitcoin:${address}?amount=${bareAmount(chain, `${amount}`)}` : address

const border = 2

/** Two modules in each character, light on dark as terminals are: a reader accepts both. */
function qrLines({ modules, dark }: QrMatrix): string[] {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < modules && y < modules && dark[y * modules + x] === 1
  const lines: string[] = []
  for (let y = -border; y < modules + border; y += 2) {
    let line = ''
    for (let x = -border; x < modules + border; x++) {
      const [upper, lower] = [!isDark(x, y), !isDark(x, y + 1)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    lines.push(`  ${line}`)
  }
  return lines
}
