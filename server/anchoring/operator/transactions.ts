import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import type { Reader } from '#server/anchoring/service.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { oldestSeconds } from '#shared/anchoring/chain-alerts.ts'
import type { PendingTransaction } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

const mostShown = 20

/** The oldest transactions that are signed and not final. Their fee is that of the newest attempt: at most one is paid. */
export async function pendingTransactions(db: Reader, chain: ChainId): Promise<PendingTransaction[]> {
  type Row = Omit<PendingTransaction, 'signedAt' | 'isStuck'> & { signed: Date | string } & Record<string, unknown>
  const { rows } = await db.execute<Row>(sql`
    select coalesce(j.winner, a.txid) as txid, j.state, a.attempts, a.fee::text as fee, j.height, a.signed, j.error
    from (select * from anchor_job j where chain = ${chain} and state in ('SENT', 'MINED') and ${acceptedNetworkCondition('j')}
      order by created_at, id limit ${mostShown}) j
    join lateral (
      select count(*)::int as attempts, min(created_at) as signed, (array_agg(txid order by created_at desc, id desc))[1] as txid,
        (array_agg(fee order by created_at desc, id desc))[1] as fee
      from anchor_attempt where job_id = j.id) a on true
    order by j.created_at, j.id`)
  const now = Date.now()
  return rows.map(({ signed, ...row }) => {
    const signedAt = new Date(signed)
    const hasWaited = row.state === 'SENT' && now - signedAt.getTime() > oldestSeconds[chain] * 1000
    return { ...row, signedAt: signedAt.toISOString(), isStuck: row.error !== null || hasWaited }
  })
}
