import type { SessionEnd } from '#server/core/auth/session.ts'
import { session } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, isNull, min, ne, sql } from '#server/core/drizzle/orm.ts'
import { readUserAgent } from '#server/core/network/user-agent.ts'
import type { SignedInDevice } from '#shared/auth/contract.ts'

/** A family of refresh tokens is one sign-in of one browser. Its newest token is the one in use. */
const isSignedIn = and(isNull(session.revokedAt), isNull(session.replacedAt), sql`${session.expiresAt} > now()`)

export async function signedInDevicesOf(
  tx: Tx,
  accountId: string,
  current: string | undefined,
): Promise<SignedInDevice[]> {
  const started = tx
    .select({ family: session.family, at: min(session.createdAt).as('at') })
    .from(session)
    .where(eq(session.accountId, accountId))
    .groupBy(session.family)
    .as('started')
  const rows = await tx
    .select({ session, startedAt: started.at })
    .from(session)
    .innerJoin(started, eq(started.family, session.family))
    .where(and(eq(session.accountId, accountId), isSignedIn))
    .orderBy(desc(session.createdAt))
  return rows.map(({ session: { family, userAgent, country, city, createdAt }, startedAt }) => ({
    id: family,
    ...browserOf(userAgent),
    country,
    city,
    startedAt: startedAt!.toISOString(),
    lastUsedAt: createdAt.toISOString(),
    current: family === current,
  }))
}

/**
 * Ends sign-ins of an account: one, or all but one. Their access tokens and event streams end with them.
 *
 * @returns whether a sign-in was ended
 */
export async function revokeSignIns(
  { tx, services, defer }: SessionEnd,
  accountId: string,
  { only, except }: { only?: string; except?: string | undefined },
): Promise<boolean> {
  const condition = and(only ? eq(session.family, only) : undefined, except ? ne(session.family, except) : undefined)
  const ended = await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(session.accountId, accountId), isSignedIn, condition))
    .returning({ id: session.id })
  defer(() => services.sessions.forget(accountId))
  return ended.length > 0
}

function browserOf(userAgent: string): { browser: string; os: string } {
  const { browser, os } = readUserAgent(userAgent)
  return { browser, os }
}
