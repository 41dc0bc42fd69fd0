import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { auditEntry } from '#server/core/table.ts'

type Account = Pick<Actor, 'id' | 'merchantId'> & Partial<Pick<Actor, 'key'>>
type Origin = { id: string; actor?: Account | undefined }

/** The origin of a public call that authenticated an account, by a password or a mailed link. */
export const provenOrigin = ({ id }: Origin, account: Account): Origin => ({ id, actor: account })

/** The field of the data with the name of the API key that acted: the key may be deleted later. */
const auditedKey = 'apiKey'

/** The name of the API key that acted; undefined for people. */
export function keyNameOf({ data }: Pick<typeof auditEntry.$inferSelect, 'data'>): string | undefined {
  const name = data[auditedKey]
  return typeof name === 'string' ? name : undefined
}

type AuditedAction = {
  subject: string
  data?: Record<string, unknown> | undefined
  /** For calls of administrators and for public calls. An entry of a merchant's own call always belongs to that merchant. */
  merchantId?: string | null | undefined
}

/**
 * Writes an audit entry in the transaction of the action.
 *
 * @example
 * const { services, database, confirmedMerchant } = await testApp()
 * const person = await confirmedMerchant()
 * await services.db.system((tx) => audit(tx, { id: 'r-1', actor: person }, 'logistic.create', { subject: 'A1' }))
 * const { rows } = await database.query('select action, subject, reference from audit_entry')
 * rows // => [{ action: 'logistic.create', subject: 'A1', reference: 'r-1' }]
 */
export async function audit(
  tx: Tx,
  origin: Origin,
  action: string,
  { subject, data = {}, merchantId = null }: AuditedAction,
): Promise<void> {
  const owner = origin.actor?.merchantId ?? merchantId
  await tx.insert(auditEntry).values({
    stream: owner ?? 'system',
    seq: 0,
    merchantId: owner,
    actorId: origin.actor?.id ?? null,
    action,
    subject,
    reference: origin.id,
    data: origin.actor?.key ? { ...data, [auditedKey]: origin.actor.key.name } : data,
    // A trigger sets these two and `seq`.
    prevHash: Buffer.alloc(0),
    hash: Buffer.alloc(0),
  })
}
