import { boundedFinding, type Probe, type ProbeFinding } from '#scripts/attack/setup/probe.ts'
import { openApp } from '#scripts/bench/setup/offline-merchant.ts'
import { loadConfig } from '#server/core/config.ts'
import { openServices } from '#server/core/services.ts'

const calls = 1_000
/** Limit of the route for each minute. A new minute may start during the probe. */
const allowed = 60

/**
 * An `X-Forwarded-For` header of a peer that is not a trusted proxy gives it no new rate limit. Runs inside this process,
 * because every peer on the loopback interface is a trusted proxy: the test passes the address of the peer to Fastify.
 */
export const forwardedFor: Probe = async ({ stage }): Promise<ProbeFinding> => {
  const services = await openServices(loadConfig(stage.env))
  const app = await openApp(services)
  try {
    let answered = 0
    for (let n = 0; n < calls; n++) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/auth/local',
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `${1 + (n % 200)}.${n % 256}.${n >> 8}.1` },
        payload: { identifier: 'nobody' },
      })
      if (statusCode !== 429) answered++
    }
    return boundedFinding(answered, allowed, 'calls', `of ${calls} with forged addresses answered `)
  } finally {
    await app.close()
    await services.close()
  }
}
