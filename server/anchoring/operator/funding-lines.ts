import { formatAmount } from '#shared/anchoring/amount.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { paymentFor } from '#shared/anchoring/payment.ts'

type QrMatrix = { modules: number; dark: Uint8Array }

/** Where to send money and how much, for a terminal. */
export function fundingLines(view: ChainView, days: number, encodeQr: (text: string) => QrMatrix): string[] {
  const { chain, report, funding } = view
  if (!report?.address) return [`${chain}: the worker has not reported an address yet: is it running?`]
  const { network, address, balance, fee } = report
  const place = `${chain} on ${network ?? 'an unknown network'}`
  const payment = paymentFor(view, days)
  if (fee === null || !payment) return [`${place}: no node has told the present fee yet.`]
  const { needed, isLimited, missing, amount, link } = payment
  const most = funding.isMeasured ? '' : 'at most '
  const limit = isLimited ? ', but no more than the budgets of the signer' : ''
  const words = (units: bigint) => formatAmount(chain, `${units}`)
  return [
    place,
    `  address  ${address}`,
    `  needed   ${words(needed)} for ${days} days: ${most}${funding.perDay.toFixed(1)} transactions a day of ${words(BigInt(fee))}${limit}`,
    `  balance  ${balance === null ? 'unknown' : words(BigInt(balance))}`,
    ...(missing > 0n ? [`  send     ${words(amount)}`, ...qrLines(encodeQr(link))] : ['  send     nothing']),
  ]
}

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
