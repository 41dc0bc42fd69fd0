import { noPassword } from '#server/core/auth/password.ts'
import { account, accountToken } from '#server/core/auth/table.ts'
import type { Config } from '#server/core/config.ts'
import { openDatabase, type Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { Email } from '#shared/core/fields/email.ts'
import { issueLink } from './mail-link.ts'

/** The e-mail address cannot be used for an administrator. The message contains the reason. */
export class AdministratorEmailError extends Error {
  override name = 'AdministratorEmailError'
}

/**
 * Returns a link for one sign-in as the administrator with this e-mail address. The account is created if it does not exist.
 * The link is valid for a day, and a new one revokes it. Only this link, or a password that was set after opening it, gives access
 * to the account: without it the account has no password that could be guessed, and no mail contains a link to it.
 */
export async function administratorLink(config: Pick<Config, 'databaseUrl' | 'publicUrl'>, email: string) {
  const parsed = Email.safeParse(email)
  if (!parsed.success) throw new AdministratorEmailError(`${email} is not an email address.`)
  return withDatabase(config, async (tx) => {
    const id = await administratorId(tx, parsed.data)
    await tx.delete(accountToken).where(and(eq(accountToken.accountId, id), eq(accountToken.kind, 'administrator')))
    const token = await issueLink(tx, id, 'administrator')
    return `${config.publicUrl}/administrator?token=${token!}`
  })
}

/** The e-mail address of the administrator who was created first, or undefined. */
export function firstAdministrator(config: Pick<Config, 'databaseUrl'>): Promise<string | undefined> {
  return withDatabase(config, async (tx) => {
    const [first] = await tx
      .select({ email: account.email })
      .from(account)
      .where(eq(account.role, 'admin'))
      .orderBy(account.createdAt, account.id)
      .limit(1)
    return first?.email
  })
}

async function administratorId(tx: Tx, email: string): Promise<string> {
  const [known] = await tx
    .select({ id: account.id, role: account.role })
    .from(account)
    .where(and(account.holdsEmail, sql`lower(email) = lower(${email})`))
  if (known && known.role !== 'admin')
    throw new AdministratorEmailError(`${email} belongs to the account of a business. Choose another address.`)
  if (known) return known.id
  const [made] = await tx
    .insert(account)
    .values({ role: 'admin', username: 'Administrator', email, passwordHash: noPassword, confirmed: true })
    .returning({ id: account.id })
  return made!.id
}

async function withDatabase<T>({ databaseUrl }: Pick<Config, 'databaseUrl'>, run: (tx: Tx) => Promise<T>): Promise<T> {
  const db = openDatabase({ databaseUrl, databaseConnections: 2 })
  try {
    return await db.system(run)
  } finally {
    await db.close()
  }
}
