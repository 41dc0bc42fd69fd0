import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { nextAddress, type Target } from '#scripts/attack/setup/target.ts'

type Answer = { item: { level: string } | null }

const phones = ['Pixel 9', 'SM-S931B', 'moto g84', 'CPH2581', 'M2101K6G', 'V2250', 'RMX3710', 'TECNO CK6', 'XQ-DC54']
const models = [...phones, 'NE2213', 'A063', 'LE2123', 'Nokia G42', 'ASUS_AI2302', 'Infinix X6833B', '2201117TG']
const browser = (model: string, version: number) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`

/** Networks of one IPv6 customer, by the step between their /64s: sixteen of them are in one /60, one /56 or one /48. */
const customers = { 60: 0x1, 56: 0x10, 48: 0x1000 }

/**
 * Scans from one network create no warning for a genuine code and do not remove an existing one, and scans from many networks
 * within an hour create no possible-copy verdict: neither twelve user agents from one address, nor twelve networks of one IPv6
 * customer, nor 66 versions of one browser, nor six far addresses.
 */
export const oneNetwork: Probe = async (target) => {
  const [clean, crowded, ...shared] = [-1, -2, -3, -4, -5].map((at) => target.genuine.at(at)!)
  const raised: string[] = []
  const attacker = nextAddress()
  for (const [n, model] of models.slice(0, 12).entries()) {
    const level = await scan(target, clean!, attacker, browser(model, 120 + n))
    if (isWarning(level)) raised.push(`${level} after ${n + 1}`)
  }
  const raisedByCustomer: string[] = []
  for (const [at, [prefix, step]] of Object.entries(customers).entries()) {
    for (const [n, model] of models.slice(0, 12).entries()) {
      const address = `2001:db8:${prefix}:${(n * step).toString(16)}::1`
      const level = await scan(target, shared[at]!, address, browser(model, 120 + n))
      if (isWarning(level)) raisedByCustomer.push(`${level} after ${n + 1} of a /${prefix}`)
    }
  }
  const red: string[] = []
  let warned = ''
  for (const [n, model] of [...models, ...models].entries()) {
    warned = await scan(target, crowded!, nextAddress(), browser(`${model}${n}`, 100 + n))
    if (warned === 'suspected_copy') red.push(`after ${n + 1}`)
  }
  if (!isWarning(warned)) throw new Error(`A crowd of ${2 * models.length} networks raised only ${warned}`)
  const lost: string[] = []
  for (let n = 0; n < 66; n++) {
    const level = await scan(target, crowded!, attacker, browser('Pixel 9', 60 + n))
    if (!isWarning(level)) lost.push(`${level} after ${n + 1}`)
  }
  return [
    zeroFinding(raised, 12, 'user agents of one address raised a warning'),
    zeroFinding(raisedByCustomer, 3 * 12, 'networks of one IPv6 customer raised a warning'),
    zeroFinding(red, 2 * models.length, 'networks within an hour made a possible copy'),
    zeroFinding(lost, 66, 'versions of one browser took the warning away'),
  ]
}

const isWarning = (level: string): boolean => level === 'caution' || level === 'suspected_copy'

async function scan({ call }: Target, path: string, address: string, userAgent: string): Promise<string> {
  const answer = await call(path, { headers: { 'x-forwarded-for': address, 'user-agent': userAgent } })
  if (answer.status !== 200) throw new Error(`${path.split('?')[0]}: ${answer.status}`)
  return ((await answer.json()) as Answer).item?.level ?? 'unknown'
}
