import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'

const evil = 'https://evil.example'
const rejected: Record<string, Record<string, string>> = {
  'cross-site': { 'sec-fetch-site': 'cross-site', origin: evil },
  'same-site': { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
  'origin alone': { origin: evil },
  'null origin': { origin: 'null' },
  'form of another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  },
}
const paths = ['/api/auth/refresh', '/api/auth/sign-out']

/** A page of another site cannot use the cookie of a person: it can neither renew nor end their session. */
export const crossSite: Probe = async ({ call, server }) => {
  const { email, password } = demoSignIns[0]
  const signIn = await call('/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password }),
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const odd: string[] = []
  let asked = 0
  for (const path of paths) {
    for (const [name, headers] of Object.entries(rejected)) {
      const { status } = await call(path, { method: 'POST', headers: { cookie, ...headers } })
      asked++
      if (status !== 403) odd.push(`${path} ${name}: ${status}`)
    }
  }
  const own = { cookie, 'sec-fetch-site': 'same-origin', origin: server.url }
  const { status } = await call('/api/auth/refresh', { method: 'POST', headers: own })
  asked++
  if (status !== 200) odd.push(`own page: ${status}`)
  return zeroFinding(odd, asked, 'calls answered otherwise than promised')
}
