import { acceptedNetwork, acceptFirstNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import { chooseNode } from '#server/anchoring/nodes/choose-node.ts'
import { inspectNodes } from '#server/anchoring/nodes/inspect-nodes.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import type { Services } from '#server/core/services.ts'
import { quorumOfNodes } from './agreement.ts'
import { createCatapultRest } from './client.ts'
import { type CatapultConnection, openCatapultConnection } from './connection.ts'
import { inspectCatapult } from './inspect.ts'

type RequiredServices = Pick<Services, 'config' | 'db'>

/** Chooses a node and reads the key of the signer. Throws ChainUnavailableError when no node can be used. */
export async function connectCatapult(
  { config, db }: RequiredServices,
  signer: AnchorSigner,
): Promise<CatapultConnection> {
  const nodes = config.catapultUrls.map((url) => createCatapultRest(url))
  const choose = async () => {
    const accepted = await acceptedNetwork(db.read, 'catapult')
    const found = await inspectNodes(nodes, inspectCatapult, { enough: quorumOfNodes(nodes.length), accepted })
    const wanted = { chain: 'catapult', configured: config.catapultNetwork, accepted } as const
    return chooseNode(found, wanted, async (rest) => {
      const connection = await openCatapultConnection([rest], signer)
      return (await connection.funds()).fee
    })
  }
  const { first, usable, nodes: states } = await choose()
  await db.system((tx) => acceptFirstNetwork(tx, 'catapult', first.network))
  const others = usable.filter((node) => node !== first.connection)
  const connection = await openCatapultConnection([first.connection, ...others], signer, states.length)
  return { ...connection, inspect: async () => (await choose()).nodes }
}
