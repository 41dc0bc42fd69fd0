import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BitcoinNodeOptions } from '#scripts/chains/bitcoin/start.ts'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'

const startMs = 30_000
/** bitcoind cannot choose a port itself. These are not used for connections, so only another server can have one of them. */
const ports = { first: 20_000, count: 10_000 }
const attempts = 20
/** As many as the embedded node mines for a new key. */
const firstBlocks = 110
const confirmations = 6

/**
 * A bitcoind on regtest with the behaviour of the embedded node: it funds `mineTo`, and mines by time while a transaction waits
 * or has too few confirmations. Policy is that of a public network.
 *
 * @param program such as /usr/bin/bitcoind
 */
export async function startBitcoind(program: string, options: BitcoinNodeOptions) {
  const { mineTo, blockMs, onError = () => undefined } = options
  const { url, child, rpc, height } = await launch(program, options)
  const mine = (count: number) => rpc.call('generatetoaddress', count, mineTo)
  if (height === 0 && mineTo !== undefined) await mine(firstBlocks)

  async function needsBlock(): Promise<boolean> {
    if ((await rpc.call<string[]>('getrawmempool')).length > 0) return true
    let at = await rpc.call<string>('getbestblockhash')
    for (let depth = 1; depth < confirmations && at; depth++) {
      const block = await rpc.call<{ nTx: number; previousblockhash?: string }>('getblockheader', at)
      if (block.nTx > 1) return true
      at = block.previousblockhash ?? ''
    }
    return false
  }

  let closing: Promise<void> | undefined
  const mining = (async () => {
    while (blockMs !== undefined && !closing) {
      await sleep(blockMs)
      if (!closing && (await needsBlock())) await mine(1)
    }
  })().catch(onError)

  async function shutDown(): Promise<void> {
    await mining
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    if (child.exitCode === null) await ended
  }
  return {
    url,
    close() {
      closing ??= sleep(0).then(shutDown)
      return closing
    },
  }
}

/** Starts the program, on another port if it could not open the first one. Resolves when it answers. */
async function launch(program: string, { dir, port: wanted, user, password }: BitcoinNodeOptions) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = wanted || ports.first + Math.floor(Math.random() * ports.count)
    const url = `http://127.0.0.1:${port}`
    const args = [
      ...['-regtest', `-datadir=${dir}`, '-server=1', '-listen=0', '-printtoconsole=0', '-acceptnonstdtxn=0'],
      ...[`-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
      ...[`-rpcuser=${user}`, `-rpcpassword=${password}`],
    ]
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await once(child, 'spawn')
    const rpc = createBitcoinRpc({ url, user, password })
    for (const limit = Date.now() + startMs; child.exitCode === null; await sleep(100)) {
      const height = await rpc.call<number>('getblockcount').catch(() => undefined)
      if (height !== undefined && child.exitCode === null) return { url, child, rpc, height }
      if (Date.now() > limit) throw new Error(`${program} does not answer at ${url}`)
    }
  }
  throw new Error(`${program} ended at each of ${attempts} starts`)
}
