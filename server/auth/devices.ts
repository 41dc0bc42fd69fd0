import { isSignedIn } from '#server/core/auth/session.ts'
import { session } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, min } from '#server/core/drizzle/orm.ts'
import { readUserAgent } from '#server/core/network/user-agent.ts'
import type { SignedInDevice } from '#shared/auth/contract.ts'

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

function browserOf(userAgent: string): { browser: string; os: string } {
  const { browser, os } = readUserAgent(userAgent)
  return { browser, os }
}
