import type { Account } from '#server/auth/service.ts'
import { linkedIdentity } from '#server/auth/table.ts'
import { noPassword } from '#server/core/auth/password.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, inArray, isNotNull, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import type { ProviderPerson } from './protocol.ts'
import { type ProviderRow, providerOf } from './providers.ts'

type Link = typeof linkedIdentity.$inferSelect

/** A person of a provider is named by the provider, its issuer and the subject, never by an e-mail address. */
const isPerson = ({ id, issuer }: ProviderRow, { subject }: ProviderPerson) =>
  and(eq(linkedIdentity.providerId, id), eq(linkedIdentity.issuer, issuer), eq(linkedIdentity.subject, subject))

/** The account of a person who has signed in at the provider. */
export async function accountOfPerson(tx: Tx, provider: ProviderRow, person: ProviderPerson): Promise<Account> {
  const [found] = await tx
    .select({ account })
    .from(linkedIdentity)
    .innerJoin(account, eq(account.id, linkedIdentity.accountId))
    .where(isPerson(provider, person))
  if (!found) throw new Problem(oidcProblems.unknownPerson)
  return found.account
}

export async function storeLinkUse(tx: Tx, accountId: string): Promise<void> {
  await tx.update(linkedIdentity).set({ lastUsedAt: sql`now()` }).where(eq(linkedIdentity.accountId, accountId))
}

/**
 * Links an account, instead of the person to whom it was linked before. An account that was removed from the team gives its person
 * free, so that the person can be invited again.
 */
export async function storeLink(
  tx: Tx,
  accountId: string,
  provider: ProviderRow,
  person: ProviderPerson,
): Promise<Link> {
  const removed = tx.select({ id: account.id }).from(account).where(isNotNull(account.removedAt))
  await tx.delete(linkedIdentity).where(and(isPerson(provider, person), inArray(linkedIdentity.accountId, removed)))
  const fields = { providerId: provider.id, issuer: provider.issuer, subject: person.subject }
  const [stored] = await tx
    .insert(linkedIdentity)
    .values({ ...fields, accountId, merchantId: provider.merchantId })
    .onConflictDoUpdate({ target: linkedIdentity.accountId, set: fields })
    .returning()
    .catch(problemOfViolation(new Problem(oidcProblems.taken), 'linked_identity_subject'))
  return stored!
}

export async function ownLink(tx: Tx, accountId: string, merchantId: string | null) {
  const provider = merchantId ? await providerOf(tx, merchantId) : undefined
  const link = await linkOf(tx, accountId)
  return {
    isOffered: provider !== undefined,
    isRequired: provider?.isRequired ?? false,
    linkedAt: isoTime(link?.createdAt ?? null),
    lastUsedAt: isoTime(link?.lastUsedAt ?? null),
  }
}

async function linkOf(tx: Tx, accountId: string): Promise<Link | undefined> {
  const [found] = await tx.select().from(linkedIdentity).where(eq(linkedIdentity.accountId, accountId))
  return found
}

/** Undefined if the account is not linked. */
export async function removeLink(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [owner] = await tx.select().from(account).where(eq(account.id, accountId)).for('no key update')
  const link = await linkOf(tx, accountId)
  if (!owner || !link) return undefined
  const provider = await providerOf(tx, link.merchantId)
  if (owner.passwordHash === noPassword) throw new Problem(oidcProblems.needsPassword)
  if (provider?.isRequired && owner.role !== 'merchant') throw new Problem(oidcProblems.required)
  await tx.delete(linkedIdentity).where(eq(linkedIdentity.accountId, accountId))
  return owner
}
