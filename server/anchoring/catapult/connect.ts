import { acceptedNetwork, acceptFirstNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import { chooseNode } from '#server/anchoring/nodes/choose-node.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import type { Services } from '#server/core/services.ts'
import type { CatapultChain } from './anchor.ts'
import { openCatapultChain } from './chain.ts'
import { type CatapultRest, createCatapultRest } from './client.ts'
import { inspectCatapult } from './inspect.ts'

/** Milliseconds. A node that hangs must not delay the choice of another one for long. */
const inspectMs = 3_000

type RequiredServices = Pick<Services, 'config' | 'db'>

/** Chooses a node and reads the key of the signer. Throws ChainUnavailableError when no node can be used. */
export async function connectCatapult({ config, db }: RequiredServices, signer: AnchorSigner): Promise<CatapultChain> {
  const probes = config.catapultUrls.map((url) => createCatapultRest(url, inspectMs))
  const nodes = config.catapultUrls.map((url) => createCatapultRest(url))
  const choose = async () => {
    const found = await Promise.all(probes.map(inspectCatapult))
    const accepted = await acceptedNetwork(db.read, 'catapult')
    const wanted = { chain: 'catapult', configured: config.catapultNetwork, accepted } as const
    return chooseNode(found, wanted, async (rest) => {
      const chain = await openCatapultChain([rest], signer)
      return (await chain.funds()).fee
    })
  }
  const { first, usable, nodes: states } = await choose()
  await db.system((tx) => acceptFirstNetwork(tx, 'catapult', first.network))
  const patient = (probe: CatapultRest) => nodes[probes.indexOf(probe)]!
  const others = usable.filter((probe) => probe !== first.connection).map(patient)
  const chain = await openCatapultChain([patient(first.connection), ...others], signer, states.length)
  return { ...chain, inspect: async () => (await choose()).nodes }
}
