import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { account, merchant, session } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gte, isNotNull, isNull, ne, sql, TransactionRollbackError } from '#server/core/drizzle/orm.ts'
import { openGeoLookup } from '#server/core/network/geo-lookup.ts'
import type { Services } from '#server/core/services.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { signAccessToken } from './access-token.ts'
import { cookieSettings } from './cookie.ts'
import { rememberDevice } from './device-cookie.ts'
import { randomToken, tokenHashOf } from './random-token.ts'

const hour = 3600
/** Lifetime of a refresh cookie in seconds: for sign-ins that are kept, and for those that end with the browser. */
const lifetime = { kept: 30 * 24 * hour, browser: 12 * hour }

/** After a refresh, for this time, the refresh can be repeated, because its response may have been lost. */
const refreshRetrySeconds = 60

/** The parts of a call that a sign-in uses. Cookies are set after the commit only. */
type SessionCall = {
  tx: Tx
  request: FastifyRequest
  reply: FastifyReply
  services: Services
  defer(action: () => void): void
}
/** An account with its merchant, which administrators do not have. */
export type AccountOfMerchant = { account: typeof account.$inferSelect; merchant: typeof merchant.$inferSelect | null }
export type SignedIn = { token: string; found: AccountOfMerchant }

/** A family of refresh tokens is one sign-in of one browser. Its newest token is the one in use. */
export const isSignedIn = and(isNull(session.revokedAt), isNull(session.replacedAt), sql`${session.expiresAt} > now()`)

/** Starts a family of refresh tokens. Returns the first access token. */
export async function startSession(call: SessionCall, accountId: string, keep: boolean): Promise<SignedIn> {
  const family = randomUUID()
  await issueRefreshToken(call, { accountId, keep, family })
  call.defer(() => rememberDevice(call, accountId))
  return issueAccessToken(call, accountId, family)
}

/** Exchanges the refresh cookie for a new one. A cookie whose successor was used ends its whole family. */
export async function rotateSession(call: SessionCall): Promise<SignedIn> {
  const tokenHash = cookieHash(call)
  if (!tokenHash) throw new Problem(coreProblems.signIn)
  const used = await replaceRefreshToken(call.tx, tokenHash)
  if (!used) {
    clearCookies(call)
    const signedOut = await signedOutProblem(call.tx, tokenHash)
    // Autocommit: the problem rolls back the transaction of this call, but the family must stay ended.
    await endFamily(call.services.db.read, tokenHash).then((ended) => ended && call.services.sessions.forget(ended))
    throw signedOut ?? new Problem(coreProblems.signIn)
  }
  await issueRefreshToken(call, used)
  return issueAccessToken(call, used.accountId, used.family)
}

/**
 * The problem of a device that was signed out from elsewhere: by its user, by a new password, or because the account was
 * blocked. Undefined if the session has expired, or if the cookie was used before.
 */
async function signedOutProblem(tx: Tx, tokenHash: Buffer): Promise<Problem | undefined> {
  const [ended] = await tx
    .select({ blocked: account.blocked })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(
      and(
        eq(session.tokenHash, tokenHash),
        isNull(session.replacedAt),
        isNotNull(session.revokedAt),
        sql`${session.expiresAt} > now()`,
      ),
    )
  return ended && new Problem(coreProblems.signedOut, ended)
}

/**
 * The current time, not the start of the transaction: a transaction that waited for a simultaneous refresh started before that
 * refresh was committed, and its row needs a later time than the other row.
 */
const exchangedAt = sql<Date>`clock_timestamp()`

/** Runs in the transaction of the call: if the connection is lost before the commit, the cookie stays valid. */
async function replaceRefreshToken(tx: Tx, tokenHash: Buffer): Promise<typeof session.$inferSelect | undefined> {
  const usable = and(isNull(session.replacedAt), isNull(session.revokedAt), sql`${session.expiresAt} > now()`)
  try {
    // After waiting for a simultaneous refresh, this row stays locked until the savepoint is rolled back.
    return await tx.transaction(async (savepoint) => {
      const [used] = await savepoint
        .update(session)
        .set({ replacedAt: exchangedAt })
        .where(and(eq(session.tokenHash, tokenHash), usable))
        .returning()
      return used ?? (await replaceRefreshTokenAgain(savepoint, tokenHash)) ?? savepoint.rollback()
    })
  } catch (error) {
    if (error instanceof TransactionRollbackError) return undefined
    throw error
  }
}

/**
 * The response of a refresh can be lost by a reload or a broken connection. The device then has only the previous cookie. This
 * function exchanges it once more, unless the new token was used, and revokes the lost token.
 */
async function replaceRefreshTokenAgain(tx: Tx, tokenHash: Buffer): Promise<typeof session.$inferSelect | undefined> {
  const replacedRecentlyCondition = sql`${session.replacedAt} > now() - make_interval(secs => ${refreshRetrySeconds})`
  const [used] = await tx
    .select()
    .from(session)
    .where(
      and(
        eq(session.tokenHash, tokenHash),
        isNull(session.revokedAt),
        sql`${session.expiresAt} > now()`,
        replacedRecentlyCondition,
      ),
    )
    .for('update')
  if (!used) return undefined
  const successorCondition = and(
    eq(session.family, used.family),
    gte(session.createdAt, used.replacedAt!),
    ne(session.id, used.id),
  )
  if ((await tx.$count(session, and(successorCondition, isNotNull(session.replacedAt)))) > 0) return undefined
  const ended = await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(successorCondition, isNull(session.replacedAt), isNull(session.revokedAt)))
    .returning({ id: session.id })
  return ended.length > 0 ? used : undefined
}

/** Signs out this device. */
export async function endSession(call: SessionCall): Promise<void> {
  const tokenHash = cookieHash(call)
  const ended = tokenHash && (await endFamily(call.tx, tokenHash))
  call.defer(() => {
    clearCookies(call)
    if (ended) call.services.sessions.forget(ended)
  })
}

/**
 * The parts of a call that ends sessions. Access tokens and event streams end with the commit in this process, and shortly
 * after it in other processes.
 */
export type SessionEnd = Pick<SessionCall, 'tx' | 'services' | 'defer'>

/** Signs out all devices of an account and ends its access tokens, for password changes and blocking. */
export async function endAllSessions({ tx, services, defer }: SessionEnd, accountId: string): Promise<void> {
  defer(() => services.sessions.forget(accountId))
  await tx
    .update(account)
    .set({ sessionVersion: sql`${account.sessionVersion} + 1` })
    .where(eq(account.id, accountId))
  await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(session.accountId, accountId), isNull(session.revokedAt)))
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

export async function findAccount(tx: Tx, id: string): Promise<AccountOfMerchant | undefined> {
  const [found] = await tx
    .select({ account, merchant })
    .from(account)
    .leftJoin(merchant, eq(merchant.id, account.merchantId))
    .where(eq(account.id, id))
  return found
}

/** Signs an access token with the present data of the account. */
async function issueAccessToken(
  { tx, request }: Pick<SessionCall, 'tx' | 'request'>,
  accountId: string,
  family: string,
): Promise<SignedIn> {
  const found = await findAccount(tx, accountId)
  if (!found || found.account.blocked) throw new Problem(coreProblems.signIn)
  const { email, role, confirmed, sessionVersion } = found.account
  const token = signAccessToken(request.server, {
    sub: accountId,
    email,
    role,
    isAdmin: role === 'admin',
    merchant: found.merchant?.code ?? null,
    emailConfirmed: confirmed,
    sv: sessionVersion,
    fam: family,
  })
  return { token, found }
}

async function issueRefreshToken(
  call: SessionCall,
  { accountId, keep, family }: { accountId: string; keep: boolean; family: string },
) {
  const token = randomToken()
  const seconds = keep ? lifetime.kept : lifetime.browser
  const { country, city } = openGeoLookup(call.services)(call.request.caller)
  const userAgent = (call.request.headers['user-agent'] ?? '').slice(0, 300)
  await storeSession(
    call.tx,
    { accountId, keep, family, tokenHash: tokenHashOf(token), userAgent, country, city },
    seconds,
  )
  call.defer(() => setCookies(call, token, keep ? { maxAge: seconds } : {}))
}

type NewSession = Omit<typeof session.$inferInsert, 'createdAt' | 'expiresAt'>

/** @param seconds until the session expires */
export async function storeSession(tx: Tx, made: NewSession, seconds: number = lifetime.browser): Promise<void> {
  const expiresAt = sql`now() + make_interval(secs => ${seconds})` as unknown as Date
  await tx.insert(session).values({ ...made, createdAt: exchangedAt, expiresAt })
}

/** Returns the id of the account if a family was ended. */
async function endFamily(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const family = tx.select({ family: session.family }).from(session).where(eq(session.tokenHash, tokenHash))
  const [ended] = await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(session.family, family), isNull(session.revokedAt)))
    .returning({ accountId: session.accountId })
  return ended?.accountId
}

function cookieHash({ request, services }: Pick<SessionCall, 'request' | 'services'>): Buffer | undefined {
  const token = request.cookies[cookieSettings(services.config, 'refresh').name]
  return token ? tokenHashOf(token) : undefined
}

/** Sets the refresh token, which scripts cannot read, and a second cookie that shows scripts that it exists. */
function setCookies({ reply, services }: SessionCall, token: string, life: { maxAge?: number }): void {
  const { name, options } = cookieSettings(services.config, 'refresh')
  reply.setCookie(name, token, { ...options, ...life })
  reply.setCookie(signedInCookie, '1', { ...options, httpOnly: false, ...life })
}

function clearCookies({ reply, services }: SessionCall): void {
  const { name, options } = cookieSettings(services.config, 'refresh')
  reply.clearCookie(name, options)
  reply.clearCookie(signedInCookie, { ...options, httpOnly: false })
}
