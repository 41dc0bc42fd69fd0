import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import { findKnownDevice } from '#server/core/auth/device-cookie.ts'
import { attempt } from '#server/core/auth/table.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { slowDown } from '#server/core/limits/rate-limit.ts'
import type { Services } from '#server/core/services.ts'
import { warnOfGuessing } from './jobs.ts'

/** After this number of failures the next attempt waits a second. Each further failure doubles the wait, up to the longest. */
const freeAttempts = 10
const maxSeconds = 300
/** A counter is reset an hour after its last failure. */
const isExpired = sql`${attempt.failedAt} < now() - interval '1 hour'`

/**
 * `identity` is the typed text, whether an account has it or not, so that a wait does not reveal which accounts exist.
 * `device` is a device that has signed in to the account before. It has its own counter, so that other people cannot lock
 * an owner out.
 */
type SignInAttempt = { kind: 'signIn' | 'forgot' | 'register'; identity: string; device?: string | undefined }

type Caller = { services: Services; request: FastifyRequest }

/** The caller's device, if it has signed in to this account before. */
export function deviceOf({ services, request }: Caller, holder: { id: string } | undefined): string | undefined {
  return holder && findKnownDevice(request, services.config, holder.id)
}

/**
 * Counts an attempt before it is made, so that many concurrent attempts cannot all pass before the first one has
 * failed. Runs with autocommit: a rejected call rolls its transaction back, and still counts.
 *
 * @returns the number of recent failures, including this one
 * @throws `core.slowDown` during the wait after the last failure; such an attempt does not count
 */
export async function countAttempt({ db, config }: Services, made: SignInAttempt): Promise<number> {
  const key = keyOf(config, made)
  const failures = sql<number>`case when ${isExpired} then 1 else ${attempt.failures} + 1 end`
  const wait = sql`least(${maxSeconds}, power(2, least(${failures} - ${freeAttempts}, 20)))`
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

/** Counts an attempt with a password. The count stays only if the password is wrong: then `check` resolves to undefined. */
export async function limitPasswordAttempts<T>(
  services: Services,
  made: SignInAttempt,
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
    // The job is sent for unknown accounts, too, and then finds no account to notify.
    else if (failures >= freeAttempts) {
      await services.db.system((tx) => services.jobs.send(tx, warnOfGuessing, { identifier: made.identity }))
    }
  }
}

/**
 * A success on the owner's device resets its counter. A counter that other people share is not reset by the owner's
 * success.
 */
async function uncountAttempt({ db, config }: Services, made: SignInAttempt): Promise<void> {
  const isCounter = eq(attempt.key, keyOf(config, made))
  if (made.device) await db.read.delete(attempt).where(isCounter)
  else
    await db.read
      .update(attempt)
      .set({ failures: sql`${attempt.failures} - 1`, nextAt: sql`now()` })
      .where(isCounter)
}

/** The hash is keyed, so that the table does not reveal which e-mail addresses were tried. */
function keyOf(config: Services['config'], { kind, identity, device = '' }: SignInAttempt): Buffer {
  const identityText = JSON.stringify([kind, identity.trim().toLowerCase(), device])
  return createHmac('sha256', derivedKey(config, 'attempts')).update(identityText).digest()
}
