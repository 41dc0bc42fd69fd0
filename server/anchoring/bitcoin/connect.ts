import { acceptedNetwork, acceptFirstNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import { chooseNode } from '#server/anchoring/nodes/choose-node.ts'
import { inspectNodes } from '#server/anchoring/nodes/inspect-nodes.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import { chainBlock } from '#server/anchoring/table.ts'
import { eq, max } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import type { BitcoinConnection } from './chain.ts'
import { anchorFee } from './fees.ts'
import { inspectBitcoin, type NodeConnection } from './inspect.ts'
import { type BitcoinNetwork, bitcoinAddress } from './key.ts'
import { createBitcoinRpc } from './rpc.ts'
import { createCoinScan, type SearchTimes } from './scan.ts'

type RequiredServices = Pick<Services, 'config' | 'db'>

/** Chooses a node and reads the keys of the signer. Throws ChainUnavailableError when no node can be used. */
export async function connectBitcoin(
  { config, db }: RequiredServices,
  signer: AnchorSigner,
  { signal, times }: { signal: AbortSignal; times: SearchTimes },
): Promise<BitcoinConnection> {
  const { publicKey, formerKeys, maxFeeRate: maxRate } = (await signer.describe()).bitcoin
  const keys = [publicKey, ...formerKeys]
  const cookieFile = config.bitcoinCookieFile
  const nodes = config.bitcoinRpcUrls.map(
    (url): NodeConnection => ({
      url,
      host: new URL(url).host,
      rpc: createBitcoinRpc({ url, cookieFile }),
    }),
  )
  const choose = async () => {
    const needed = await nextHeight(db)
    const accepted = await acceptedNetwork(db.read, 'bitcoin')
    const found = await inspectNodes(nodes, (node) => inspectBitcoin(node, needed), { enough: 1, accepted })
    const wanted = { chain: 'bitcoin', configured: config.bitcoinNetwork, accepted } as const
    return chooseNode(found, wanted, ({ rpc }) => anchorFee(rpc))
  }
  const { first } = await choose()
  await db.system((tx) => acceptFirstNetwork(tx, 'bitcoin', first.network))
  const network = first.network as BitcoinNetwork
  const { rpc } = first.connection
  const address = bitcoinAddress(publicKey, network)
  const scan = createCoinScan({ rpc, keys, network, timeoutMs: config.bitcoinScanSeconds * 1000, signal, times })
  const settings = { finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 10_000 }
  return { ...settings, rpc, signer, keys, scan, address, network, inspect: async () => (await choose()).nodes }
}

/** The first block that was not read yet; undefined in a new installation. */
async function nextHeight({ read }: Services['db']): Promise<number | undefined> {
  const [tip] = await read
    .select({ height: max(chainBlock.height) })
    .from(chainBlock)
    .where(eq(chainBlock.chain, 'bitcoin'))
  return tip?.height == null ? undefined : tip.height + 1
}
