import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import { knownDevice } from '#server/core/auth/device-cookie.ts'
import { attempt } from '#server/core/auth/table.ts'
import { slowDown } from '#server/core/limits/rate-limit.ts'
import type { Services } from '#server/core/services.ts'
import { warnOfGuessing } from './jobs.ts'

/** So many failures cost nothing; each further one doubles the wait, from one second to the longest. */
const freeAttempts = 10
const longestSeconds = 300
/** An hour after its last failure a counter begins anew. */
const isExpired = sql`${attempt.failedAt} < now() - interval '1 hour'`

/**
 * `identity` is what the caller typed, whether it belongs to an account or not: waiting tells nobody which. `device` is a
 * device that has signed in to the account before. It has a counter of its own, so that strangers cannot keep an owner out.
 */
export type Attempt = { kind: 'signIn' | 'forgot' | 'register'; identity: string; device?: string | undefined }

type Caller = { services: Services; request: FastifyRequest }

/** The device of the caller, where it is one of this account's. */
export function deviceOf({ services, request }: Caller, held: { id: string } | undefined): string | undefined {
  return held && knownDevice(request, services.config, held.id)
}

/**
 * Counts an attempt before it is made, so that many at once cannot all go before the first has failed. Autocommit: what is
 * refused rolls its transaction back, and still counts.
 *
 * @returns how many failed lately, this one included
 * @throws `core.slowDown` while the wait after the last failure lasts; such an attempt does not count
 */
export async function countAttempt({ db, config }: Services, made: Attempt): Promise<number> {
  const key = keyOf(config, made)
  const failures = sql<number>`case when ${isExpired} then 1 else ${attempt.failures} + 1 end`
  const wait = sql`least(${longestSeconds}, power(2, least(${failures} - ${freeAttempts}, 20)))`
  const [counted] = await db.read
    .insert(attempt)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: attempt.key,
      set: {
        failures,
        failedAt: sql`now()`,
        nextAt: sql`now() + case when ${failures} < ${freeAttempts} then interval '0' else make_interval(secs => ${wait}) end`,
      },
      setWhere: sql`${attempt.nextAt} <= now() or ${isExpired}`,
    })
    .returning({ failures: attempt.failures })
  if (counted) return counted.failures
  const [waiting] = await db.read
    .select({ ms: sql<number>`greatest(1, extract(epoch from ${attempt.nextAt} - now()) * 1000)::float` })
    .from(attempt)
    .where(eq(attempt.key, key))
  throw slowDown(waiting?.ms ?? 1)
}

/** The same for a password: only a wrong one counts, for which `check` resolves to undefined. */
export async function limitGuesses<T>(
  services: Services,
  made: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const failures = await countAttempt(services, made)
  let isWrong = false
  try {
    const found = await check()
    isWrong = found === undefined
    return found
  } finally {
    if (!isWrong) await uncountAttempt(services, made)
    // For unknown accounts as well: the job finds nobody to write to.
    else if (failures >= freeAttempts) {
      await services.db.system((tx) => services.jobs.send(tx, warnOfGuessing, { identifier: made.identity }))
    }
  }
}

/** On a device of the owner's all is forgiven. Where strangers count too, they are not forgiven by the owner's success. */
async function uncountAttempt({ db, config }: Services, made: Attempt): Promise<void> {
  const own = eq(attempt.key, keyOf(config, made))
  if (made.device) await db.read.delete(attempt).where(own)
  else
    await db.read
      .update(attempt)
      .set({ failures: sql`${attempt.failures} - 1`, nextAt: sql`now()` })
      .where(own)
}

/** Keyed, so that the table does not say which addresses somebody tried. */
function keyOf(config: Services['config'], { kind, identity, device = '' }: Attempt): Buffer {
  const words = JSON.stringify([kind, identity.trim().toLowerCase(), device])
  return createHmac('sha256', derivedKey(config, 'attempts')).update(words).digest()
}
