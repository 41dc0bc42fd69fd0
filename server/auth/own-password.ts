import { verifyPassword } from '#server/core/auth/password.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { problemOfField } from '#server/core/http/validate.ts'
import { authProblems } from '#shared/auth/contract.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'

export async function passwordOf(db: Tx, accountId: string): Promise<string | undefined> {
  const [found] = await db.select({ passwordHash: account.passwordHash }).from(account).where(eq(account.id, accountId))
  return found?.passwordHash
}

/**
 * Checks the password that a signed-in person types again. Returns its hash, for `assertPassword` in the transaction.
 *
 * @param field of the form, beside which the message is shown
 */
export async function confirmPassword(
  db: Tx,
  { accountId, typed, field }: { accountId: string; typed: string; field: string },
  language: Language,
): Promise<string | undefined> {
  const hash = await passwordOf(db, accountId)
  if (await verifyPassword(hash, typed, true)) return hash
  throw problemOfField(field, authProblems.wrongOldPassword, {}, language)
}

/** Locks the account. Its password was checked before the transaction and may have changed since. */
export async function assertPassword(
  tx: Tx,
  id: string,
  checked: string | undefined,
  otherwise: ProblemKind,
): Promise<void> {
  const [found] = await tx
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, id))
    .for('update')
  if (found?.passwordHash !== checked) throw new Problem(otherwise)
}
