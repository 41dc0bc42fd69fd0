import { Transaction } from 'bitcoinjs-lib'
import { and, eq, inArray, isNotNull, max } from 'drizzle-orm'
import { JobBlocked, type OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  type AnchorAttempt,
  addAttempt,
  attemptsOf,
  dueJobs,
  lockJob,
  type OpenJob,
  postpone,
  runOrPostpone,
  tryLockKey,
  updateJob,
} from '#server/anchoring/jobs/job-store.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import { anchorJob, chainBlock } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { finalizeBitcoin } from './finalize.ts'
import { followBitcoin } from './follow-chain.ts'
import { BITCOIN_RPC, type BitcoinRpc, BitcoinRpcError } from './rpc.ts'
import { isAnchor, type Utxo } from './transaction.ts'

export interface BitcoinChain {
  rpc: BitcoinRpc
  signer: AnchorSigner
  /** The signer's public key at the time of connecting. */
  publicKey: Uint8Array
  /** The address of that key. The node finds the unspent outputs by it. */
  address: string
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
}

const FALLBACK_RATE = 2
/** Satoshis. A smaller output is not worth an input. */
const SMALLEST_UTXO = 20_000n

/**
 * One decision step. An earlier step has committed everything that this step broadcasts: the bytes are on disk before
 * any node receives them. A worker that is killed at any point therefore repeats its step, and never signs a second
 * spend of a different output for the same root.
 */
export async function stepBitcoin(tx: Tx, chain: BitcoinChain, report: OnBlocked): Promise<void> {
  if (!(await tryLockKey(tx, 'bitcoin', chain.address))) return
  const height = await followBitcoin(tx, chain.rpc)
  if (height === undefined) return
  await finalizeBitcoin(tx, chain.rpc, height - chain.finalAfter + 1, report)
  const [inFlight] = await tx
    .select({ id: anchorJob.id })
    .from(anchorJob)
    .where(and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.state, 'SENT')))
    .limit(1)
  if (inFlight) {
    for (const job of await dueJobs(tx, 'bitcoin', ['SENT'], 1)) {
      await runOrPostpone(tx, job, report, () => rebroadcast(tx, chain, job, height))
    }
    return
  }
  for (const job of await dueJobs(tx, 'bitcoin', ['QUEUED'], 1)) {
    await runOrPostpone(tx, job, report, () => fund(tx, chain, job, height))
  }
}

/** Signs the first attempt, or an attempt with a new input. The next step broadcasts it. */
async function fund(tx: Tx, chain: BitcoinChain, waiting: OpenJob, height: number): Promise<void> {
  const job = await lockJob(tx, waiting)
  if (!job) return
  const utxo = await pickUtxo(tx, chain, height)
  if (!utxo)
    throw new JobBlocked('noFunds', `The anchoring address ${chain.address} has no spendable output: fund it.`, 10_000)
  const rate = await feeRate(chain)
  await sign(tx, chain, job, utxo, rate, 0n, height)
  const { network } = chain
  const inputOutpoint = `${utxo.txid}:${utxo.vout}`
  await updateJob(tx, job.id, { state: 'SENT', network, inputOutpoint, inputValue: utxo.value, error: null })
}

async function sign(
  tx: Tx,
  chain: BitcoinChain,
  job: OpenJob,
  utxo: Utxo,
  rate: number,
  minimumFee: bigint,
  height: number,
): Promise<void> {
  const { publicKey, signer } = chain
  const signed = await signer.bitcoin({ publicKey, coin: utxo, root: job.root, feeRate: rate, minimumFee })
  if (!isAnchor(signed, utxo, job.root)) throw new Error('The signer returned a different transaction than requested.')
  const { txid, hex, fee } = signed
  await addAttempt(tx, { jobId: job.id, txid, raw: hex, fee, rate: Math.ceil(rate), signedAt: height })
}

/**
 * Rebroadcasts the transaction, raises its fee when it does not confirm, and spends a new output only when the old one is
 * gone.
 */
async function rebroadcast(tx: Tx, chain: BitcoinChain, job: OpenJob, height: number): Promise<void> {
  const attempts = await attemptsOf(tx, job.id)
  const last = attempts.at(-1)!
  const refusal = await broadcast(chain.rpc, last.raw)
  if (refusal === BITCOIN_RPC.verifyError) return recover(tx, chain, job, attempts, height)
  const isOverdue = height - last.signedAt >= chain.bumpAfter
  if (refusal !== BITCOIN_RPC.verifyRejected && !isOverdue) return postpone(tx, job.id, chain.rebroadcastMs, null)
  return raiseFee(tx, chain, job, last, height)
}

async function raiseFee(tx: Tx, chain: BitcoinChain, job: OpenJob, last: AnchorAttempt, height: number): Promise<void> {
  const least = (last.rate ?? 1) * 1.25 + 1
  const rate = Math.max(least, Math.min(await feeRate(chain), chain.maxRate))
  const [txid, vout] = job.inputOutpoint!.split(':')
  const utxo = { txid: txid!, vout: Number(vout), value: job.inputValue! }
  // A replacement pays the old fee plus one satoshi for each of its own virtual bytes, about 153.
  await sign(tx, chain, job, utxo, rate, last.fee + 200n, height)
  await postpone(tx, job.id, 0, null)
}

/**
 * The input is missing or spent: an attempt is mined (the next step sees it), an earlier attempt is still in the
 * mempool, or a reorganisation removed the spent output. Only in the last case may another output be spent.
 */
async function recover(
  tx: Tx,
  chain: BitcoinChain,
  job: OpenJob,
  attempts: AnchorAttempt[],
  height: number,
): Promise<void> {
  const [txid, vout] = job.inputOutpoint!.split(':')
  if (await chain.rpc.call('gettxout', txid, Number(vout), false)) return
  // Attempts that spend an earlier output are not sent again: they could confirm in addition to one that spends the
  // present output.
  for (const attempt of attempts.filter(({ raw }) => spends(raw) === job.inputOutpoint)) {
    const refusal = await broadcast(chain.rpc, attempt.raw)
    if (refusal === undefined || refusal === BITCOIN_RPC.alreadyInChain) return
  }
  // Read last, because a block that arrived in the meantime may contain an attempt.
  if ((await chain.rpc.call<number>('getblockcount')) !== height) return
  const [seen] = await tx
    .select({ height: max(chainBlock.height) })
    .from(chainBlock)
    .where(eq(chainBlock.chain, 'bitcoin'))
  if (seen?.height !== height) return
  await fund(tx, chain, job, height)
}

function spends(raw: string): string {
  const [input] = Transaction.fromHex(raw).ins
  return `${Buffer.from(input!.hash).reverse().toString('hex')}:${input!.index}`
}

/**
 * Returns the node's error code, or undefined when the bytes are in its mempool. An already known transaction is a
 * success.
 */
async function broadcast(rpc: BitcoinRpc, raw: string): Promise<number | undefined> {
  try {
    await rpc.call('sendrawtransaction', raw)
    return undefined
  } catch (error) {
    if (error instanceof BitcoinRpcError) return error.code
    throw error
  }
}

async function feeRate({ rpc }: BitcoinChain): Promise<number> {
  const { feerate } = await rpc.call<{ feerate?: number }>('estimatesmartfee', 6)
  // Converts bitcoin per kilobyte to satoshis per byte. A node that has seen few blocks returns no estimate.
  return feerate === undefined ? FALLBACK_RATE : Math.max(1.1, feerate * 1e5)
}

interface Unspent {
  txid: string
  vout: number
  amount: number
  height: number
}
interface GetTxOut {
  confirmations: number
  coinbase: boolean
}

/** Returns the largest unspent output that a reorganisation is least likely to remove and that no open job spends. */
async function pickUtxo(tx: Tx, { rpc, address, finalAfter }: BitcoinChain, height: number): Promise<Utxo | undefined> {
  const { unspents } = await rpc.call<{ unspents: Unspent[] }>('scantxoutset', 'start', [`addr(${address})`])
  const usedCoins = await tx
    .select({ outpoint: anchorJob.inputOutpoint })
    .from(anchorJob)
    .where(and(inArray(anchorJob.state, ['SENT', 'MINED']), isNotNull(anchorJob.inputOutpoint)))
  const reserved = new Set(usedCoins.map(({ outpoint }) => outpoint))
  const settled = (utxo: Unspent) => height - utxo.height + 1 >= finalAfter
  const utxos = unspents
    .map((utxo) => ({ utxo, value: BigInt(Math.round(utxo.amount * 1e8)) }))
    .filter(({ utxo, value }) => value >= SMALLEST_UTXO && !reserved.has(`${utxo.txid}:${utxo.vout}`))
    .sort((a, b) => Number(settled(b.utxo)) - Number(settled(a.utxo)) || Number(b.value - a.value))
  for (const { utxo, value } of utxos) {
    const free = await rpc.call<GetTxOut | null>('gettxout', utxo.txid, utxo.vout, true)
    if (free && (!free.coinbase || free.confirmations >= 100)) return { txid: utxo.txid, vout: utxo.vout, value }
  }
  return undefined
}
