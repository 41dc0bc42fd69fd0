import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '#server/core/db/database.ts'
import { auditEntry } from '#server/core/table.ts'

type Origin = Pick<FastifyRequest, 'id' | 'actor'>

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

/**
 * Recomputes every chain, from its newest seal where its older entries are in a file. Returns the entries whose hash does
 * not match the previous entry.
 */
export async function brokenAuditEntries(tx: Tx): Promise<{ stream: string; seq: number }[]> {
  const { rows } = await tx.execute<{ stream: string; seq: string }>(sql`
    with sealed as (
      select distinct on (stream) stream, seq, hash from audit_seal order by stream, seq desc
    )
    select stream, seq from (
      select e.stream, e.seq, e.prev_hash, e.hash, sha256(e.prev_hash || audit_text(e)) as computed,
        lag(e.hash, 1, coalesce(s.hash, '\\x'::bytea)) over (partition by e.stream order by e.seq) as previous,
        coalesce(s.seq, 0) + row_number() over (partition by e.stream order by e.seq) as place
      from audit_entry e left join sealed s on s.stream = e.stream) chain
    where hash <> computed or prev_hash <> previous or seq <> place
    order by stream, seq`)
  return rows.map(({ stream, seq }) => ({ stream, seq: Number(seq) }))
}
