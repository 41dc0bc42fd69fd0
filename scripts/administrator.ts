import { and, eq, sql } from 'drizzle-orm'
import { issueLink } from '#server/auth/link.ts'
import { account, accountToken } from '#server/auth/table.ts'
import { loadConfig } from '#server/core/config.ts'
import { openDatabase, type Tx } from '#server/core/db.ts'
import { noPassword } from '#server/core/password.ts'

const email = 'administrator@localhost.example'

/**
 * A link that makes its holder the administrator, once. It works for a day; asking again ends the one before. The account
 * has no password that could be guessed: only the link, or the password set through it, opens it.
 */
export async function administratorLink(env: NodeJS.ProcessEnv): Promise<string> {
  const config = loadConfig(env)
  const db = openDatabase({ ...config, databaseConnections: 2 })
  try {
    const token = await db.system(async (tx) => {
      const id = await administratorId(tx)
      await tx.delete(accountToken).where(and(eq(accountToken.accountId, id), eq(accountToken.kind, 'administrator')))
      return issueLink(tx, id, 'administrator')
    })
    return `${config.publicUrl}/administrator?token=${token}`
  } finally {
    await db.close()
  }
}

async function administratorId(tx: Tx): Promise<string> {
  const [known] = await tx.select({ id: account.id }).from(account).where(sql`lower(email) = ${email}`)
  if (known) return known.id
  const [made] = await tx
    .insert(account)
    .values({ role: 'admin', username: 'Administrator', email, passwordHash: noPassword, confirmed: true })
    .returning({ id: account.id })
  return made!.id
}
