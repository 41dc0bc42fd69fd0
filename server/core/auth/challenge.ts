import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gt, sql } from '#server/core/drizzle/orm.ts'
import { randomToken, tokenHashOf } from './random-token.ts'
import { type ChallengeKind, signInChallenge } from './table.ts'

/** How long (minutes) a challenge is valid. A page of the sign-in may wait for a person for some time. */
const minutes: Record<ChallengeKind, number> = { passkeyAdd: 5, passkeySignIn: 10, organisation: 10 }

type Challenge = { accountId: string | null; data: unknown }

/** Stores a new challenge. `data`: what the last step needs to know. */
export async function issueChallenge(
  db: Tx,
  kind: ChallengeKind,
  { accountId = null, data = {} }: Partial<Challenge> = {},
): Promise<string> {
  const token = randomToken()
  const expiresAt = sql`now() + make_interval(mins => ${minutes[kind]})` as unknown as Date
  await db.insert(signInChallenge).values({ hash: tokenHashOf(token), kind, accountId, data, expiresAt })
  return token
}

/**
 * Uses up a challenge; undefined if it is unknown, used or expired. Call it outside of the transaction of the request, so that a
 * challenge whose answer is rejected is used up, too.
 */
export async function consumeChallenge(db: Tx, token: string, kind: ChallengeKind): Promise<Challenge | undefined> {
  const [used] = await db
    .delete(signInChallenge)
    .where(
      and(
        eq(signInChallenge.hash, tokenHashOf(token)),
        eq(signInChallenge.kind, kind),
        gt(signInChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ accountId: signInChallenge.accountId, data: signInChallenge.data })
  return used
}
