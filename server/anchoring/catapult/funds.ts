import type { Funds } from '#server/anchoring/chain.ts'
import { NoFundsError } from '#server/anchoring/jobs/blocked.ts'
import type { InTransaction } from '#server/anchoring/jobs/job-store.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { CatapultConnection } from './connection.ts'

/** The balance of the account, minus the fees of transfers that are not mined yet. */
export async function accountFunds(run: InTransaction, connection: CatapultConnection): Promise<Funds> {
  const { balance, fee, feeMultiplier } = await connection.funds()
  let available = balance - (await run(unconfirmedFees))
  return {
    async sign(root) {
      if (available < fee) throw noFunds(connection, balance, fee)
      const { hash, payload, fee: paid, deadline } = await connection.prepare(root, feeMultiplier)
      available -= paid
      return { txid: hash, raw: payload, fee: paid, deadline }
    },
  }
}

function noFunds({ address, network }: CatapultConnection, balance: bigint, fee: bigint): NoFundsError {
  return new NoFundsError(
    `The Catapult account ${address} on ${network} has ${balance} units, and a transfer costs ${fee}: fund it.`,
  )
}

/** The fees of transfers that may still be mined. The balance of the account does not contain them yet. */
async function unconfirmedFees(tx: Tx): Promise<bigint> {
  const { rows } = await tx.execute<{ fees: string }>(sql`
    select coalesce(sum(last.fee), 0)::text as fees from anchor_job j
    join lateral (select fee from anchor_attempt a where a.job_id = j.id order by created_at desc, id desc limit 1) last on true
    where j.chain = 'catapult' and j.state = 'SENT' and ${acceptedNetworkCondition('j')}`)
  return BigInt(rows[0]!.fees)
}
