import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fund, startMining } from './auto-miner.ts'
import { BitcoinNode } from './node.ts'
import { type RpcMethod, rpcMethods } from './rpc/methods.ts'
import { readAddress } from './rpc/params.ts'
import { createRpcServer } from './rpc/server.ts'

export type BitcoinNodeOptions = {
  /** Folder of blocks.dat and mempool.dat, for one node at a time. */
  dir: string
  /** 0 chooses any free port. */
  port: number
  user: string
  password: string
  /** Regtest address of the anchoring key. It is funded at the start and receives the rewards of automatic mining. */
  mineTo?: string
  /** Milliseconds between blocks while a transaction is not final. Without it, only generate calls create blocks. */
  blockMs?: number
  /** Called with the error when automatic mining fails; the next interval tries again. */
  onError?: (error: unknown) => void
}

type RunningBitcoinNode = {
  url: string
  node: BitcoinNode
  /** Can be called more than once. */
  close(): Promise<void>
}

/** Rewards of blocks that are mined without mineTo are not spendable. */
const nobody = Buffer.concat([Buffer.from('0014', 'hex'), Buffer.alloc(20)])

export async function startBitcoinNode(options: BitcoinNodeOptions): Promise<RunningBitcoinNode> {
  const script = options.mineTo === undefined ? nobody : readAddress(options.mineTo)
  let methods = new Map<string, RpcMethod>()
  const server = createRpcServer(() => methods, options.user, options.password)
  // The port is opened first: a second node on it fails before it opens the files of the first one.
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  let node: BitcoinNode
  try {
    node = new BitcoinNode(options.dir)
    if (options.mineTo !== undefined) fund(node, script)
  } catch (error) {
    server.close()
    throw error
  }
  methods = rpcMethods(node)
  const onError = options.onError ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)))
  const stopMining = options.blockMs === undefined ? () => {} : startMining(node, script, options.blockMs, onError)

  let closing: Promise<void> | undefined

  async function shutDown(): Promise<void> {
    stopMining()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    node.close()
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    node,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}
