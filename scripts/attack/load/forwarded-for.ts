import { atMost, type Probe, type ProbeFinding } from '#scripts/attack/setup/probe.ts'
import { openApp } from '#scripts/bench/setup/offline-merchant.ts'
import { loadConfig } from '#server/core/config.ts'
import { openServices } from '#server/core/services.ts'

const calls = 1_000
/** Of the route, each minute; the clock may pass from one minute into the next meanwhile. */
const allowed = 60

/**
 * `X-Forwarded-For` of a peer that is no trusted proxy gives it no new rate limit. Inside this process, since over the
 * loopback interface every peer is a trusted proxy: Fastify is told the address of the peer.
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
    return atMost(answered, allowed, 'calls', `of ${calls} with forged addresses answered `)
  } finally {
    await app.close()
    await services.close()
  }
}
