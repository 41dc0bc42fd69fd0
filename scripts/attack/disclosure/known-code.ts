import { randomBytes } from 'node:crypto'
import { boundedFinding, type Probe, type ProbeFinding, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { median } from '#scripts/bench/setup/measure.ts'
import { printedAddress } from '#server/order/code.ts'

const turns = 500
const warmUp = 30
const boundMs = 5

type ProbeRequest = { path: string; init?: RequestInit }
type Ask = (a: string, p: string) => ProbeRequest

/** All public calls about a code. */
const ways: Record<string, Ask> = {
  'a scan': (a, p) => ({ path: `/api/tag/verify?a=${a}&p=${p}` }),
  'a redirect': (a, p) => ({ path: `/api/tag/redirect?a=${a}&p=${p}` }),
  'the verify page': (a, p) => ({ path: `/verify?a=${a}&p=${p}` }),
  'the report form': (a, p) => ({ path: `/verify/report?a=${a}&p=${p}` }),
  'a report': (a, p) => ({ path: '/verify/report', init: { method: 'POST', body: report(a, p) } }),
  'a proof': (a, p) => ({ path: `/api/proof/${a}?p=${p}` }),
}

/**
 * Neither the text nor the duration of a response reveals whether a code exists to a caller without its secret; nor does
 * a genuine scan differ in duration. Compares medians of alternating calls.
 */
export const knownCode: Probe = async ({ call, genuine }) => {
  const codes = genuine.map((path) => new URLSearchParams(path.split('?')[1]).get('a')!)
  const findings: ProbeFinding[] = []
  const timed = async ({ path, init }: ProbeRequest) => {
    const startedAt = performance.now()
    const answer = await call(path, init)
    const text = await answer.text()
    if (answer.status >= 429) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return { ms: performance.now() - startedAt, text: `${answer.status} ${text}` }
  }
  const compared = async (name: string, known: (turn: number) => ProbeRequest, unknown: () => ProbeRequest) => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const pairs: [string, string][] = []
    for (let turn = 0; turn < turns + warmUp; turn++) {
      // The first call may fill a cache for the second one, so the order alternates.
      const unknownFirst = turn % 2 ? await timed(unknown()) : undefined
      const one = await timed(known(turn))
      const other = unknownFirst ?? (await timed(unknown()))
      pairs.push([one.text, other.text])
      if (turn < warmUp) continue
      times.known.push(one.ms)
      times.unknown.push(other.ms)
    }
    const [one, other] = [median(times.known), median(times.unknown)]
    const about = `${name}: ${one.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown, apart `
    findings.push(boundedFinding(Math.abs(one - other), boundMs, 'ms', about))
    return pairs
  }
  for (const [name, ask] of Object.entries(ways)) {
    const own: string[] = []
    const of = (a: string) => {
      const p = randomSecret()
      own.push(a, p)
      return ask(a, p)
    }
    const pairs = await compared(
      name,
      (turn) => of(codes[turn % codes.length]!),
      () => of(printedAddress(randomBytes(16))),
    )
    // A response repeats its input.
    const words = new RegExp(own.join('|'), 'g')
    const differ = ([one, other]: [string, string]) =>
      bare(one.replaceAll(words, '')) !== bare(other.replaceAll(words, ''))
    findings.push(
      zeroFinding(
        pairs.filter(differ).map(() => name),
        pairs.length,
        `answers to ${name} differ`,
      ),
    )
  }
  const genuineScan = (turn: number) => ({ path: genuine[turn % genuine.length]! })
  await compared('a genuine scan', genuineScan, () => ways['a scan']!(printedAddress(randomBytes(16)), randomSecret()))
  return findings
}

const randomSecret = () => printedAddress(randomBytes(16)).slice(-16)

function report(a: string, p: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ a, p, shop: 'A shop', place: 'A town', note: 'Looks odd' }))
    form.append(name, value)
  return form
}

/** Removes the parts that differ in each response, and the seal, which is drawn from the requested code. */
function bare(text: string): string {
  return text
    .replaceAll(/<(svg|style).*?<\/\1>/gs, '')
    .replaceAll(/nonce="[^"]+"/g, 'nonce')
    .replaceAll(/"reference":"[^"]+"/g, 'reference')
}
