import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fund, startMining } from './auto-miner.ts'
import { BitcoinNode } from './node.ts'
import { type RpcMethod, rpcMethods } from './rpc/methods.ts'
import { readAddress } from './rpc/params.ts'
import { createRpcServer } from './rpc/server.ts'

export interface BitcoinNodeOptions {
  /** Holds blocks.dat and mempool.dat; one node at a time. */
  dir: string
  /** 0 takes any free port. */
  port: number
  user: string
  password: string
  /** Regtest address of the anchoring key. It is funded at start and paid for every block mined by itself. */
  mineTo?: string
  /** Milliseconds between blocks while a transaction is unsettled; without it, only generate calls make blocks. */
  blockMs?: number
  /** Hears of blocks that could not be mined by itself; the next tick tries again. */
  onError?: (error: unknown) => void
}

export interface RunningBitcoinNode {
  url: string
  node: BitcoinNode
  /** May be called again. */
  close(): Promise<void>
}

/** Blocks mined without mineTo pay nobody. */
const NOBODY = Buffer.concat([Buffer.from('0014', 'hex'), Buffer.alloc(20)])

export async function startBitcoinNode(options: BitcoinNodeOptions): Promise<RunningBitcoinNode> {
  const script = options.mineTo === undefined ? NOBODY : readAddress(options.mineTo)
  let methods = new Map<string, RpcMethod>()
  const server = createRpcServer(() => methods, options.user, options.password)
  // The port is taken first: a second node on it fails before it touches the first one's files.
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
