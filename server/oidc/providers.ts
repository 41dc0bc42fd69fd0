import { identityProvider, linkedIdentity } from '#server/auth/table.ts'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { noPassword } from '#server/core/auth/password.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, isNull, ne, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { Colleague, ProviderInput, ProviderSettings } from '#shared/oidc/contract.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import { decryptClientSecret, encryptClientSecret } from './client-secret.ts'
import type { ProviderClient } from './protocol.ts'

export type ProviderRow = typeof identityProvider.$inferSelect

/**
 * Each merchant has its own address to which a provider sends people back. A provider of another merchant cannot have its answers taken
 * for those of this one.
 */
export const redirectUrlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, merchantId: string): string =>
  `${publicUrl}/organisation/${merchantId}`

export async function providerOf(db: Tx, merchantId: string): Promise<ProviderRow | undefined> {
  const [found] = await db.select().from(identityProvider).where(eq(identityProvider.merchantId, merchantId))
  return found
}

/** What the protocol needs. Without the CODE_KEY of its time, a secret must be entered again. */
export function clientOf(config: Config, { merchantId, issuer, clientId, clientSecret }: ProviderRow): ProviderClient {
  const secret = decryptClientSecret(config, merchantId, clientSecret)
  if (secret === undefined) throw new Problem(oidcProblems.client, { reason: 'secret' })
  return { issuer, clientId, clientSecret: secret }
}

/**
 * The provider that a person means. Of an e-mail address only the domain is used, and only if all confirmed addresses of the domain
 * belong to one merchant: so the answer says nothing about an address, and nobody can lead the people of another business to a provider.
 */
export async function findProvider(db: Tx, named: string): Promise<ProviderRow | undefined> {
  const domain = /@([^@\s]+)$/.exec(named.toLowerCase())?.[1]
  const merchants = domain
    ? await db
        .selectDistinct({ id: account.merchantId })
        .from(account)
        .where(and(account.holdsEmail, account.confirmed, sql`split_part(lower(${account.email}), '@', 2) = ${domain}`))
        .limit(2)
    : await db.select({ id: merchant.id }).from(merchant).where(eq(merchant.code, named.toLowerCase()))
  const [only] = merchants
  return merchants.length === 1 && only!.id ? providerOf(db, only!.id) : undefined
}

export async function readSettings(tx: Tx, config: Config, actor: Actor): Promise<ProviderSettings> {
  const merchantId = merchantOf(actor)
  const [own] = await tx.select({ code: merchant.code }).from(merchant).where(eq(merchant.id, merchantId))
  const found = actor.demo ? undefined : await providerOf(tx, merchantId)
  const people = found ? await peopleOf(tx, merchantId) : []
  const notLinked = people.filter(({ isLinked, role, hasPassword }) => !isLinked && role !== 'merchant' && hasPassword)
  return {
    provider: found ? { ...{ issuer: found.issuer, clientId: found.clientId }, ...stateOf(found) } : null,
    redirectUrl: redirectUrlOf(config, merchantId),
    shortName: own!.code,
    signInUrl: `${config.publicUrl}/organisation?name=${encodeURIComponent(own!.code)}`,
    linked: people.filter(({ isLinked }) => isLinked).length,
    notLinked: notLinked.map(colleague),
    withoutPassword: people.filter(({ hasPassword }) => !hasPassword).map(colleague),
  }
}

const stateOf = ({ isRequired, testedAt }: ProviderRow) => ({ isRequired, testedAt: isoTime(testedAt) })
const colleague = ({ id, name, email }: Colleague): Colleague => ({ id, name, email })

async function peopleOf(tx: Tx, merchantId: string) {
  const rows = await tx
    .select({ account, linked: linkedIdentity.id })
    .from(account)
    .leftJoin(linkedIdentity, eq(linkedIdentity.accountId, account.id))
    .where(and(eq(account.merchantId, merchantId), isNull(account.removedAt), eq(account.blocked, false)))
    .orderBy(account.createdAt, account.id)
  return rows.map(({ account: { id, username: name, email, role, passwordHash }, linked }) => {
    const [isLinked, hasPassword] = [linked !== null, passwordHash !== noPassword]
    return { ...{ id, name, email, role }, isLinked, hasPassword }
  })
}

/** The tests, and that people may be required to use it, belong to the client of an issuer: another one begins without them. */
export async function saveProvider(tx: Tx, config: Config, merchantId: string, input: ProviderInput): Promise<void> {
  const { issuer, clientId, clientSecret, isRequired } = input
  // The row of the merchant is locked, so that of two first calls the second one finds the provider.
  await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, merchantId)).for('no key update')
  const known = await providerOf(tx, merchantId)
  const isSameIssuer = known?.issuer === issuer
  if (clientSecret === undefined && !isSameIssuer) throw new Problem(oidcProblems.secretNeeded)
  const secret =
    clientSecret === undefined ? known!.clientSecret : encryptClientSecret(config, merchantId, clientSecret)
  const isTested = isSameIssuer && known.clientId === clientId && clientSecret === undefined && known.testedAt !== null
  if (isRequired && !isTested && !(known?.isRequired && isSameIssuer)) throw new Problem(oidcProblems.testFirst)
  const fields = { issuer, clientId, clientSecret: secret, isRequired, testedAt: isTested ? known!.testedAt : null }
  await tx
    .insert(identityProvider)
    .values({ merchantId, ...fields })
    .onConflictDoUpdate({ target: identityProvider.merchantId, set: fields })
  if (known && !isSameIssuer)
    await tx
      .delete(linkedIdentity)
      .where(and(eq(linkedIdentity.providerId, known.id), ne(linkedIdentity.issuer, issuer)))
}

/** Returns the accounts that have no way to sign in any more; undefined if there is no provider. */
export async function removeProvider(tx: Tx, merchantId: string): Promise<Colleague[] | undefined> {
  const people = await peopleOf(tx, merchantId)
  const removed = await tx
    .delete(identityProvider)
    .where(eq(identityProvider.merchantId, merchantId))
    .returning({ id: identityProvider.id })
  return removed.length > 0 ? people.filter(({ hasPassword }) => !hasPassword).map(colleague) : undefined
}

export async function storeTest(tx: Tx, { id }: ProviderRow): Promise<void> {
  await tx.update(identityProvider).set({ testedAt: sql`now()` }).where(eq(identityProvider.id, id))
}
