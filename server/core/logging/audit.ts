import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { auditEntry } from '#server/core/table.ts'

type Account = Pick<Actor, 'id' | 'merchantId'>
type Origin = { id: string; actor?: Account | undefined }

/** The origin of a public call that authenticated an account, by a password or a mailed link. */
export const provenOrigin = ({ id }: Origin, account: Account): Origin => ({ id, actor: account })

/**
 * Writes an audit entry in the transaction of the action. `merchantId` names the merchant for calls of administrators and for
 * public calls; an entry of a merchant's own call always belongs to that merchant.
 */
export async function audit(
  tx: Tx,
  origin: Origin,
  action: string,
  subject: string,
  data: Record<string, unknown> = {},
  merchantId: string | null = null,
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
    data,
    // A trigger sets these two and `seq`.
    prevHash: Buffer.alloc(0),
    hash: Buffer.alloc(0),
  })
}
