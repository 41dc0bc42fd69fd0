import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/core/config.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Values for pages of this origin, and for calls that no page makes (address bar, programs). */
const ownSiteValues = new Set(['same-origin', 'none'])

/**
 * Rejects a call that a page of another site makes a browser send with cookies. Browsers send the site in
 * `Sec-Fetch-Site`, older ones in `Origin`; other programs send neither and hold no cookies of a user.
 */
export function assertSameSite(
  { headers, protocol, host }: FastifyRequest,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isOwn = site === undefined || ownSiteValues.has(`${site}`)
  const isOwnOrigin = origin === undefined || origin === `${protocol}://${host}` || origin === new URL(publicUrl).origin
  if (!isOwn || !isOwnOrigin) throw new Problem(coreProblems.crossSite)
}
