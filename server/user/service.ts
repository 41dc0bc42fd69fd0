import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { addMerchant, mailConfirmation, setPassword } from '#server/auth/service.ts'
import type { SessionEnd } from '#server/core/auth/session.ts'
import { account, accountToken, merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { eq, or, sql } from '#server/core/drizzle/orm.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Services } from '#server/core/services.ts'
import { authProblems } from '#shared/auth/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type UserChange,
  type UserCheck,
  type UserCheckError,
  type UserInput,
  userProblems,
} from '#shared/user/contract.ts'

type UserCall = { services: Services; tx: Tx; request: FastifyRequest }

/**
 * Adds an account, mails its confirmation link, and returns its id. When mail is off, the administrator's entry
 * confirms the e-mail address.
 */
export async function addUser(
  { services, tx, request }: UserCall,
  input: Omit<UserInput, 'password'>,
  passwordHash: string,
): Promise<string> {
  const { name, email, businessName, role } = input
  const named =
    role === 'merchant'
      ? await addMerchant(tx, businessName, { name: businessName, country: 'my' })
      : await merchantNamed(tx, businessName)
  const [made] = await tx
    .insert(account)
    .values({ merchantId: named.id, role, username: name, email, passwordHash, confirmed: !services.mail.isOn })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new Problem(authProblems.emailTaken)
  await mailConfirmation(services, tx, made)
  await audit(tx, request, 'user.add', { subject: made.id, data: { email, role }, merchantId: named.id })
  return made.id
}

/**
 * The rows that could not be added as they are. A dealer may belong to the business that an earlier row of the list creates.
 */
export async function checkNewUsers(tx: Tx, list: readonly UserCheck[]): Promise<UserCheckError[]> {
  const { rows } = await tx.execute<{ row: number; is_taken: boolean; has_code: boolean; named: number }>(sql`
    select given.row, exists (select from ${account} where lower(email) = lower(given.email)) as is_taken,
      exists (select from ${merchant} where code = given.business) as has_code,
      (select count(*)::int from ${merchant} where lower(name) = lower(given.business)) as named
    from jsonb_to_recordset(${JSON.stringify(list.map(({ email, businessName }, at) => ({ row: at + 1, email, business: businessName })))}::jsonb)
      as given (row int, email text, business text) order by given.row`)
  const created = new Set<string>()
  return rows.flatMap(({ row, is_taken, has_code, named }): UserCheckError[] => {
    const { role, businessName } = list[row - 1]!
    const name = businessName.toLowerCase()
    if (is_taken) return [{ row, problem: 'emailTaken' }]
    if (role === 'merchant') {
      created.add(name)
      return []
    }
    const businesses = named + (created.has(name) ? 1 : 0)
    if (has_code || businesses === 1) return []
    return [{ row, problem: businesses === 0 ? 'noBusiness' : 'severalBusinesses' }]
  })
}

/** Missing fields stay unchanged. A new password ends every session; a new e-mail address is unconfirmed. */
export async function changeUser(
  call: UserCall & SessionEnd,
  user: typeof account.$inferSelect,
  { name = user.username, email = user.email, confirmed }: z.output<typeof UserChange>,
  passwordHash: string | undefined,
): Promise<void> {
  const { services, tx, request } = call
  call.defer(() => services.sessions.forget(user.id))
  const isMoved = email !== user.email
  const isConfirmed = confirmed ?? (user.confirmed && !(isMoved && services.mail.isOn))
  // An administrator who moves or confirms an account lets it hold its e-mail address.
  const holdsEmail = user.holdsEmail || isMoved || isConfirmed
  await tx
    .update(account)
    .set({ username: name, email, confirmed: isConfirmed, holdsEmail })
    .where(eq(account.id, user.id))
    .catch(problemOfViolation(new Problem(authProblems.emailTaken), 'account_email'))
  if (passwordHash) await setPassword(call, user.id, passwordHash)
  // Revokes links that were sent to the previous e-mail address.
  if (isMoved) await tx.delete(accountToken).where(eq(accountToken.accountId, user.id))
  if (isMoved && !isConfirmed) await mailConfirmation(services, tx, { ...user, email })
  const changed = [
    name !== user.username && 'name',
    isMoved && 'email',
    passwordHash && 'password',
    isConfirmed !== user.confirmed && 'confirmed',
  ].filter(Boolean)
  await audit(tx, request, 'user.change', { subject: user.id, data: { changed }, merchantId: user.merchantId })
}

type Named = { id: string; name: string }

/** The merchant with this business name or merchant code. */
async function merchantNamed(tx: Tx, name: string): Promise<Named> {
  const found = await tx
    .select()
    .from(merchant)
    .where(or(eq(merchant.code, name), sql`lower(${merchant.name}) = lower(${name})`))
    .orderBy(merchant.code)
    .limit(10)
  const [first, ...others] = found
  const chosen = found.find(({ code }) => code === name) ?? (others.length === 0 ? first : undefined)
  if (chosen) return chosen
  if (!first) throw new Problem(userProblems.noBusiness, { name })
  throw new Problem(userProblems.severalBusinesses, { name, codes: found.map(({ code }) => code).join(', ') })
}
