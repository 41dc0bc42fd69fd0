import type { Chain, Funds } from '#server/anchoring/chain.ts'
import { NoFundsError } from '#server/anchoring/jobs/blocked.ts'
import { dueJobs, type InTransaction } from '#server/anchoring/jobs/job-store.ts'
import { type AnchorSigner, KeyChangedError } from '#server/anchoring/signer/signer-interface.ts'
import type { ChainNode } from '#shared/anchoring/chain-report.ts'
import { broadcastAnchor } from './broadcast.ts'
import { type Keyring, readBalance, selectCoin } from './coins.ts'
import { anchorFee, feeRules } from './fees.ts'
import { followBitcoin } from './follow-chain.ts'
import { proveByHeader } from './prove.ts'
import type { BitcoinRpc } from './rpc.ts'
import type { CoinScan } from './scan.ts'
import { isAnchor, outpointOf } from './transaction.ts'

/** A node, the signer, and the settings of its network. */
export type BitcoinConnection = {
  rpc: BitcoinRpc
  signer: AnchorSigner
  /** The public keys of the signer at the time of connecting: the present one first. */
  keys: Keyring
  /** The address of the present key. */
  address: string
  scan: CoinScan
  /** The name that the chips show: mainnet, testnet, signet or regtest. */
  network: string
  /** Confirmations that make a transaction final. */
  finalAfter: number
  /** Blocks without confirmation after which the fee is raised. */
  bumpAfter: number
  /** Satoshis per virtual byte. The signer signs nothing above this rate. */
  maxRate: number
  /** Milliseconds between broadcasts of the same bytes. */
  rebroadcastMs: number
  /** The present state of all configured nodes. */
  inspect?(): Promise<ChainNode[]>
}

/** One transaction at a time, which spends the change of the one before. All attempts of a job spend one output. */
export function bitcoinChain(connection: BitcoinConnection): Chain {
  const { rpc, network, address, scan, finalAfter } = connection
  return {
    id: 'bitcoin',
    network,
    address,
    inFlight: 1,
    async follow(run) {
      const height = await followBitcoin(run, connection)
      if (height === undefined) return undefined
      const unmined = await run((tx) => dueJobs(tx, { chain: 'bitcoin', state: 'SENT', limit: 1 }))
      return { height, finalHeight: height - finalAfter + 1, unmined: unmined.map(({ id }) => id) }
    },
    prove: (job) => proveByHeader(rpc, job),
    funds: (run, { finalHeight }) => coinFunds(run, connection, finalHeight),
    broadcast: (run, sent, { height }) => broadcastAnchor(run, connection, sent, height),
    search: scan,
    async facts(db) {
      const [height, fee] = await Promise.all([rpc.call<number>('getblockcount'), anchorFee(rpc)])
      const found = await readBalance(db, rpc, height)
      // Before a search has ended, money that is not known is not money that is missing.
      const balance = found > 0n || scan.hasEnded() ? `${found}` : null
      const [key, ...formerKeys] = connection.keys.map((one) => Buffer.from(one).toString('hex'))
      const nodes = (await connection.inspect?.()) ?? []
      return { network, address, balance, height, nodes, fee: `${fee}`, key: key!, formerKeys }
    },
    responseTimes: rpc.responseTimes,
  }
}

/** The output that is spent next. */
async function coinFunds(
  run: InTransaction,
  { signer, keys, rpc, address, network }: BitcoinConnection,
  settledHeight: number,
): Promise<Funds> {
  const { publicKey: present } = (await signer.describe()).bitcoin
  if (!Buffer.from(keys[0]!).equals(present)) throw new KeyChangedError('The signer has a new Bitcoin key.')
  const coin = await selectCoin(run, rpc, keys, settledHeight)
  if (!coin) {
    throw new NoFundsError(
      `The Bitcoin address ${address} on ${network} has no output of 20,000 satoshis or more: fund it.`,
    )
  }
  const { publicKey, ...utxo } = coin
  const { estimate } = await feeRules(rpc)
  return {
    async sign(root) {
      const signed = await signer.bitcoin({ publicKey, coin: utxo, root, feeRate: estimate, minimumFee: 0n })
      if (!isAnchor(signed, utxo, root)) throw new Error('The signer returned a different transaction than requested.')
      const { txid, hex, fee } = signed
      const input = { outpoint: outpointOf(utxo), value: utxo.value }
      return { txid, raw: hex, fee, rate: Math.ceil(estimate), input }
    },
  }
}
