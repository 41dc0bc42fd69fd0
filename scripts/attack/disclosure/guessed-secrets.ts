import { createCaller } from '#scripts/attack/setup/other-server.ts'
import { boundedFinding, type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'

/** The limit of one network for a minute. A new minute may begin during the probe. */
const allowed = 60
const guesses = 20

/** Every public route that takes a code with its secret. */
const routes: ((code: string, secret: string) => string)[] = [
  (code, secret) => `/api/tag/verify?a=${code}&p=${secret}`,
  (code, secret) => `/api/tag/redirect?a=${code}&p=${secret}`,
  (code, secret) => `/api/tag/customization?a=${code}&p=${secret}`,
  (code, secret) => `/api/logistic/accessToken?a=${code}&p=${secret}`,
  (code, secret) => `/api/proof/${code}${secret}`,
  (code, secret) => `/api/proof/${code}${secret}/payload`,
  (code, secret) => `/api/proof/${code}${secret}.ots`,
  (code, secret) => `/api/proof/${code}${secret}.zip`,
  (code, secret) => `/verify?a=${code}&p=${secret}`,
  (code, secret) => `/v/${code}${secret}`,
  (code, secret) => `/verify/go?a=${code}&p=${secret}`,
  (code, secret) => `/verify/report?a=${code}&p=${secret}`,
  (code, secret) => `/verify/paper?a=${code}&p=${secret}`,
]

/** Wrong secrets are counted together on all routes, and right ones are still answered. */
export const guessedSecrets: Probe = async ({ server, genuine }) => {
  const query = new URL(genuine[0]!, server.url).searchParams
  const [code, secret] = [query.get('a')!, query.get('p')!]
  const call = createCaller(server)
  let hosts = 0
  const statusOf = async (path: string) => {
    // One network, and an address that no other limit of the route has counted.
    const answer = await call(path, { headers: { 'x-forwarded-for': `203.0.113.${hosts++ % 250}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  let answered = 0
  for (let n = 0; n < guesses; n++) {
    const wrong = `${secret.slice(0, 15)}${secret.endsWith('0') ? '1' : '0'}`
    for (const path of routes) if ((await statusOf(path(code, wrong))) !== 429) answered++
  }
  const refused: string[] = []
  for (const path of routes) {
    const status = await statusOf(path(code, secret))
    if (status === 429) refused.push(path(code, '…'))
  }
  return [
    boundedFinding(answered, allowed, 'calls', `of ${guesses * routes.length} with a wrong secret answered `),
    zeroFinding(refused, routes.length, 'routes refused a right secret'),
  ]
}
