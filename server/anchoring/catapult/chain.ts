import type { Chain } from '#server/anchoring/chain.ts'
import { broadcastTransfer } from './announce.ts'
import type { CatapultConnection } from './connection.ts'
import { type CatapultTip, followTransfers } from './follow.ts'
import { accountFunds } from './funds.ts'

/** Any number of transfers at once, each valid until its deadline. */
export function catapultChain(connection: CatapultConnection): Chain<CatapultTip> {
  const { network, address } = connection
  return {
    id: 'catapult',
    network,
    address,
    inFlight: Number.POSITIVE_INFINITY,
    follow: (run) => followTransfers(run, connection),
    async prove({ root, height }, { txid, raw }) {
      await connection.prove({ hash: txid, payload: raw }, root, height!)
      return async () => undefined
    },
    funds: (run) => accountFunds(run, connection),
    broadcast: (_, sent, { statuses }) => broadcastTransfer(connection, sent, statuses),
    async facts() {
      const { balance, fee } = await connection.funds()
      const { height } = await connection.tip()
      const nodes = (await connection.inspect?.()) ?? []
      const key = connection.publicKey.toLowerCase()
      return { network, address, balance: `${balance}`, height, nodes, fee: `${fee}`, key, formerKeys: [] }
    },
    problem: () => connection.problem?.(),
    responseTimes: connection.responseTimes,
  }
}
