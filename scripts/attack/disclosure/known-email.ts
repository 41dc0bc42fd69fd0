import { boundedFinding, type Probe } from '#scripts/attack/setup/probe.ts'
import { median } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'

const turns = { full: 250, quick: 40 }
const warmUp = 10
const boundMs = 5
const { password } = demoSignIns[0]

type Way = { path: string; body?: (email: string) => object; status: number }

const ways: Record<string, Way> = {
  'forgot-password': { path: '/api/auth/forgot-password', body: (email) => ({ email }), status: 200 },
  confirmation: { path: '/api/auth/send-email-confirmation?email=', status: 200 },
  registration: {
    path: '/api/merchant/register',
    body: (email) => ({ email, password, passwordConfirm: password, businessName: 'Attack' }),
    status: 200,
  },
  'sign-in': { path: '/api/auth/local', body: (identifier) => ({ identifier, password: 'Wrong-pass-1' }), status: 400 },
}

/** The duration of a response does not reveal whether an address has an account. Compares medians of alternating calls. */
export const knownEmail: Probe = async ({ call, stage }, effort) => {
  const run = Date.now().toString(36)
  // Addresses of equal length, each used once, so that the limit of one address is not reached.
  const addressOf = (kind: 'known' | 'other', turn: number) => `${kind}-${turn}-${run}@attack.example`
  const count = (turns[effort] + warmUp) * Object.keys(ways).length
  await addDealers(
    stage,
    Array.from({ length: count }, (_, turn) => addressOf('known', turn)),
  )
  const findings = []
  let turn = 0
  for (const [name, { path, body, status }] of Object.entries(ways)) {
    const times = { known: [] as number[], other: [] as number[] }
    const last = turn + turns[effort] + warmUp
    for (const first = turn + warmUp; turn < last; turn++) {
      // The first call may fill a cache for the second one, so the order alternates.
      const kinds = turn % 2 ? (['known', 'other'] as const) : (['other', 'known'] as const)
      for (const kind of kinds) {
        const email = addressOf(kind, turn)
        const startedAt = performance.now()
        const answer = body
          ? await call(path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body(email)),
            })
          : await call(path + encodeURIComponent(email))
        await answer.arrayBuffer()
        const spent = performance.now() - startedAt
        if (answer.status !== status) throw new Error(`${name}: ${answer.status}`)
        if (turn >= first) times[kind].push(spent)
      }
    }
    const [one, other] = [median(times.known), median(times.other)]
    const about = `${name}: ${one.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown, apart `
    findings.push(boundedFinding(Math.abs(one - other), boundMs, 'ms', about))
  }
  return findings
}

async function addDealers({ db }: TestSystem, addresses: readonly string[]): Promise<void> {
  const { account, merchant } = await import('#server/core/auth/table.ts')
  const { hashPassword } = await import('#server/core/auth/password.ts')
  const passwordHash = await hashPassword(password)
  await db.system(async (tx) => {
    const [demo] = await tx.select().from(merchant).limit(1)
    const own = { merchantId: demo!.id, role: 'dealer', passwordHash, confirmed: true } as const
    await tx.insert(account).values(addresses.map((email) => ({ ...own, username: email, email })))
  })
}
