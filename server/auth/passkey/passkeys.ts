import { passkeyMail } from '#server/auth/mails.ts'
import type { Account } from '#server/auth/service.ts'
import { passkey } from '#server/auth/table.ts'
import { consumeChallenge, issueChallenge } from '#server/core/auth/challenge.ts'
import { noPassword } from '#server/core/auth/password.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, or, sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import {
  maxPasskeys,
  type NewCredential,
  type Passkey,
  passkeyProblems,
  type UsedCredential,
} from '#shared/auth/passkey/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { challengeOf, creationOptions, verifyNew, verifyUsed } from './ceremony.ts'

type Row = typeof passkey.$inferSelect
type Checked = NonNullable<Awaited<ReturnType<typeof verifyNew>>>

const ofAccount = (accountId: string, id: string) => and(eq(passkey.accountId, accountId), eq(passkey.id, id))

export async function listPasskeys(tx: Tx, accountId: string): Promise<Passkey[]> {
  return (await rowsOf(tx, accountId)).map(viewPasskey)
}

const rowsOf = (tx: Tx, accountId: string): Promise<Row[]> =>
  tx.select().from(passkey).where(eq(passkey.accountId, accountId)).orderBy(passkey.createdAt, passkey.id)

/** Begins to add a passkey to an account that has a password, which stays the way in if the passkey is lost. */
export async function beginPasskey({ config }: Services, tx: Tx, accountId: string) {
  const [owner] = await tx.select().from(account).where(eq(account.id, accountId))
  const { id, email, username } = owner!
  const known = await rowsOf(tx, id)
  assertSpace(known.length)
  const challenge = await issueChallenge(tx, 'passkeyAdd', { accountId: id })
  return creationOptions(config, { id, email, username, challenge }, known)
}

export async function assertHasPassword(db: Tx, accountId: string): Promise<void> {
  const hasNone = and(eq(account.id, accountId), eq(account.passwordHash, noPassword))
  if ((await db.$count(account, hasNone)) > 0) throw new Problem(passkeyProblems.needsPassword)
}

/**
 * Checks a new passkey, outside of the transaction, and uses up its challenge. Undefined if the account has the passkey already: the
 * response of the first call was lost.
 */
export async function checkNewPasskey(
  { db, config }: Services,
  accountId: string,
  credential: NewCredential,
): Promise<Checked | undefined> {
  const known = and(eq(passkey.accountId, accountId), eq(passkey.credentialId, credential.id))
  if ((await db.read.$count(passkey, known)) > 0) return undefined
  const challenge = challengeOf(credential.response)
  const issued = challenge && (await consumeChallenge(db.read, challenge, 'passkeyAdd'))
  if (!challenge || !issued || issued.accountId !== accountId) throw new Problem(passkeyProblems.expired)
  const checked = await verifyNew(config, credential, challenge)
  if (!checked) throw new Problem(passkeyProblems.notAdded)
  return checked
}

/** Stores a checked passkey, and tells the owner by mail. The lock of the account lets concurrent calls count each other's passkeys. */
export async function addPasskey({ mail }: Services, tx: Tx, accountId: string, fields: Checked & { name: string }) {
  const [owner] = await tx.select().from(account).where(eq(account.id, accountId)).for('no key update')
  assertSpace(await tx.$count(passkey, eq(passkey.accountId, accountId)))
  const [made] = await tx
    .insert(passkey)
    .values({ ...fields, accountId })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new Problem(passkeyProblems.notAdded)
  await mailOwner(mail, tx, owner!, passkeyMail('added', made.name, made.createdAt))
  return viewPasskey(made)
}

/** The passkey of a call that was repeated. */
export async function findPasskey(tx: Tx, accountId: string, credentialId: string): Promise<Passkey> {
  const isSame = and(eq(passkey.accountId, accountId), eq(passkey.credentialId, credentialId))
  const [found] = await tx.select().from(passkey).where(isSame)
  if (!found) throw new Problem(passkeyProblems.notFound)
  return viewPasskey(found)
}

export async function renamePasskey(tx: Tx, accountId: string, id: string, name: string): Promise<Passkey> {
  const [renamed] = await tx.update(passkey).set({ name }).where(ofAccount(accountId, id)).returning()
  if (!renamed) throw new Problem(passkeyProblems.notFound)
  return viewPasskey(renamed)
}

export async function removePasskey({ mail }: Services, tx: Tx, accountId: string, id: string): Promise<Row> {
  const [removed] = await tx.delete(passkey).where(ofAccount(accountId, id)).returning()
  if (!removed) throw new Problem(passkeyProblems.notFound)
  const [owner] = await tx.select().from(account).where(eq(account.id, accountId))
  await mailOwner(mail, tx, owner!, passkeyMail('removed', removed.name, new Date()))
  return removed
}

type Used = { row: Row; owner: Account; counter: number; backedUp: boolean }

/** Checks the answer of an authenticator, outside of the transaction, and uses up its challenge. */
export async function checkUsedPasskey({ db, config }: Services, credential: UsedCredential): Promise<Used> {
  const challenge = challengeOf(credential.response)
  if (!challenge || !(await consumeChallenge(db.read, challenge, 'passkeySignIn')))
    throw new Problem(passkeyProblems.expired)
  const [found] = await db.read
    .select({ row: passkey, owner: account })
    .from(passkey)
    .innerJoin(account, eq(account.id, passkey.accountId))
    .where(eq(passkey.credentialId, credential.id))
  const checked = found && (await verifyUsed(config, credential, { challenge, stored: found.row }))
  const { userHandle } = credential.response
  const isOwner = userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() === found?.owner.id
  if (!checked || !isOwner) throw new Problem(passkeyProblems.refused)
  return { ...found, ...checked }
}

/**
 * Stores the counter of the authenticator. Two signatures that were checked at the same time cannot have the same count: one of them
 * is of a copied authenticator. A passkey without a counter always says 0.
 */
export async function storeUse(tx: Tx, { row, counter, backedUp }: Used): Promise<void> {
  const isNext = or(sql`${passkey.counter} < ${counter}`, and(sql`${counter}::bigint = 0`, sql`${passkey.counter} = 0`))
  const stored = await tx
    .update(passkey)
    .set({ counter, backedUp, lastUsedAt: sql`now()` })
    .where(and(eq(passkey.id, row.id), isNext))
    .returning({ id: passkey.id })
  if (stored.length === 0) throw new Problem(passkeyProblems.refused)
}

function assertSpace(count: number): void {
  if (count >= maxPasskeys) throw new Problem(passkeyProblems.tooMany, { max: maxPasskeys })
}

const mailOwner = (
  mail: Services['mail'],
  tx: Tx,
  { email: to, language }: Account,
  content: ReturnType<typeof passkeyMail>,
): Promise<void> => mail.queue(tx, { to, language, content })

const viewPasskey = ({ id, name, backedUp, createdAt, lastUsedAt }: Row): Passkey => ({
  ...{ id, name, backedUp },
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
