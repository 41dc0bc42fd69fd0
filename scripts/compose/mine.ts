import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import { type BitcoinRpc, createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'

/** Blocks until the first reward can be spent, and ten more rewards. */
const firstBlocks = 110
/** Confirmations after which anchoring calls a transaction final. */
const settled = 6
const everyMs = 2_000

/**
 * Mines on the regtest node of docker-compose.yml, as the embedded node of `npm start` does: the key of the signer is funded once,
 * and blocks are made while a transaction waits or has too few confirmations. Nothing is mined on another network.
 */
export async function mineIfNeeded(rpc: BitcoinRpc, signer: AnchorSigner): Promise<void> {
  const { chain, blocks } = await rpc.call<{ chain: string; blocks: number }>('getblockchaininfo')
  if (chain !== 'regtest') throw new Error(`The node is on ${chain}: only regtest can be mined.`)
  const address = bitcoinAddress((await signer.describe()).bitcoin.publicKey, 'regtest')
  const funded = await rpc.call<{ unspents: unknown[] }>('scantxoutset', 'start', [`addr(${address})`])
  if (funded.unspents.length === 0) await rpc.call('generatetoaddress', firstBlocks, address)
  else if (await hasUnconfirmedTransaction(rpc, blocks)) await rpc.call('generatetoaddress', 1, address)
}

/** Whether a transaction is in the mempool or in one of the last blocks. */
async function hasUnconfirmedTransaction(rpc: BitcoinRpc, tip: number): Promise<boolean> {
  if ((await rpc.call<string[]>('getrawmempool')).length > 0) return true
  for (let height = tip; height > Math.max(0, tip - settled + 1); height--) {
    const hash = await rpc.call<string>('getblockhash', height)
    if ((await rpc.call<{ tx: string[] }>('getblock', hash, 1)).tx.length > 1) return true
  }
  return false
}

async function mine(): Promise<never> {
  const { BITCOIN_RPC_URL: url = '', SIGNER_SOCKET: socket = '' } = process.env
  const [rpc, signer] = [createBitcoinRpc({ url }), connectSigner(socket)]
  let lastLoggedMessage: string | undefined
  for (;;) {
    const reason = await mineIfNeeded(rpc, signer).then(
      () => undefined,
      (error: unknown) => loggedMessage(error),
    )
    if (reason && reason !== lastLoggedMessage) process.stderr.write(`${reason}\n`)
    lastLoggedMessage = reason
    await pause(everyMs)
  }
}

// scripts/compose/run.ts sets the first argument to the path of this file.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await mine()
