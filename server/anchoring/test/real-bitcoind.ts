import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BitcoinNodeOptions } from '#scripts/chains/bitcoin/start.ts'
import { freePort } from '#scripts/start/ports.ts'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'

const startMs = 30_000
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
  const { dir, user, password, mineTo, blockMs, onError = () => undefined } = options
  const port = options.port || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const args = [
    ...['-regtest', `-datadir=${dir}`, '-server=1', '-listen=0', '-printtoconsole=0', '-acceptnonstdtxn=0'],
    ...[`-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
    ...[`-rpcuser=${user}`, `-rpcpassword=${password}`],
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  const rpc = createBitcoinRpc({ url, user, password })
  const mine = (count: number) => rpc.call('generatetoaddress', count, mineTo)

  const limit = Date.now() + startMs
  for (;;) {
    const height = await rpc.call<number>('getblockcount').catch(() => undefined)
    if (height === 0 && mineTo !== undefined) await mine(firstBlocks)
    if (height !== undefined) break
    if (Date.now() > limit || child.exitCode !== null) throw new Error(`${program} does not answer at ${url}`)
    await sleep(100)
  }

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
