import { JobBlockedError, NoFundsError, type OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  type AnchorAttempt,
  type AnchoringDatabase,
  addAttempt,
  attemptsOf,
  dueJobs,
  type InTransaction,
  lockUnchanged,
  type OpenJob,
  postpone,
  rereadJob,
  runOrPostpone,
  runStep,
  updateJob,
} from '#server/anchoring/jobs/job-store.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import { reportSlowness } from '#server/anchoring/nodes/response-times.ts'
import { type AnchorSigner, KeyChangedError } from '#server/anchoring/signer/signer-interface.ts'
import { anchorJob, chainBlock } from '#server/anchoring/table.ts'
import { and, eq, max } from '#server/core/drizzle/orm.ts'
import type { ChainNode } from '#shared/anchoring/chain-report.ts'
import { type BroadcastRejection, broadcast } from './broadcast-rejection.ts'
import { bumpFee, bumpFeeByChild } from './bump-fee.ts'
import { type Keyring, selectCoin } from './coins.ts'
import { feeRules } from './fees.ts'
import { finalizeBitcoin } from './prove.ts'
import { followBitcoin } from './follow-chain.ts'
import type { BitcoinRpc } from './rpc.ts'
import type { CoinScan } from './scan.ts'
import { isAnchor, outpointOf, spentBy } from './transaction.ts'

export interface BitcoinChain {
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

/**
 * One decision step. An earlier step has committed everything that this step broadcasts: the bytes are on disk before
 * any node receives them. A worker that is killed at any point therefore repeats its step, and never signs a second
 * spend of a different output for the same root.
 */
export async function stepBitcoin(db: AnchoringDatabase, chain: BitcoinChain, report: OnBlocked): Promise<void> {
  const { address: key, network, scan, rpc } = chain
  // The search for outputs takes minutes on a public network, so no lock is held meanwhile.
  const needsCoin = await runStep(db, { chain: 'bitcoin', key, network }, (run) => decide(run, chain, report))
  const searches = needsCoin || scan.isDue() ? await scan.request(db.system) : false
  if (needsCoin && !searches) await reportNoFunds(db.system, chain, report)
  reportSlowness(rpc.responseTimes, report)
}

/** Returns whether an epoch waits for an output that is not known. */
async function decide(run: InTransaction, chain: BitcoinChain, report: OnBlocked): Promise<boolean> {
  const height = await followBitcoin(run, chain)
  if (height === undefined) return false
  await finalizeBitcoin(run, chain.rpc, height - chain.finalAfter + 1, report)
  const { inFlight, jobs } = await run(async (tx) => {
    const [found] = await tx
      .select({ id: anchorJob.id })
      .from(anchorJob)
      .where(and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.state, 'SENT'), acceptedNetworkCondition()))
      .limit(1)
    return { inFlight: found, jobs: await dueJobs(tx, 'bitcoin', [found ? 'SENT' : 'QUEUED'], 1) }
  })
  let needsCoin = false
  for (const job of jobs) {
    await runOrPostpone(run, job, report, async () => {
      if (inFlight) needsCoin = await rebroadcast(run, chain, job, height)
      else needsCoin = !(await fund(run, chain, job, height))
    })
  }
  return needsCoin
}

async function reportNoFunds(run: InTransaction, chain: BitcoinChain, report: OnBlocked): Promise<void> {
  for (const job of await run((tx) => dueJobs(tx, 'bitcoin', ['QUEUED', 'SENT'], 1))) {
    await runOrPostpone(run, job, report, async () => {
      throw new NoFundsError(
        `The Bitcoin address ${chain.address} on ${chain.network} has no output of 20,000 satoshis or more: fund it.`,
      )
    })
  }
}

/**
 * Signs the first attempt, or an attempt with a new input. The next step broadcasts it. Returns false when no known output
 * can be spent.
 */
async function fund(run: InTransaction, chain: BitcoinChain, waiting: OpenJob, height: number): Promise<boolean> {
  const { signer, keys, network, rpc } = chain
  const { publicKey: present } = (await signer.describe()).bitcoin
  if (!Buffer.from(keys[0]!).equals(present)) throw new KeyChangedError('The signer has a new Bitcoin key.')
  const coin = await selectCoin(run, rpc, keys, height - chain.finalAfter + 1)
  if (!coin) return false
  const { publicKey, ...utxo } = coin
  const { estimate } = await feeRules(rpc)
  // Read again, because an epoch can take up more roots while the node is asked.
  const job = await run((tx) => rereadJob(tx, waiting))
  if (!job) return true
  const signed = await signer.bitcoin({ publicKey, coin: utxo, root: job.root, feeRate: estimate, minimumFee: 0n })
  if (!isAnchor(signed, utxo, job.root)) throw new Error('The signer returned a different transaction than requested.')
  const { txid, hex, fee } = signed
  await run(async (tx) => {
    // Otherwise the signed bytes are never sent: the next step signs the present root.
    if (!(await lockUnchanged(tx, [job])).has(job.id)) return
    await addAttempt(tx, { jobId: job.id, txid, raw: hex, fee, rate: Math.ceil(estimate), signedAt: height })
    await updateJob(tx, job.id, {
      state: 'SENT',
      network,
      inputOutpoint: outpointOf(utxo),
      inputValue: utxo.value,
      error: null,
    })
  })
  return true
}

/**
 * Rebroadcasts the transactions that spend the present output, newest first, until the node takes one. Then raises the fee
 * when it does not confirm. Returns whether another output has to be spent and none is known.
 */
async function rebroadcast(run: InTransaction, chain: BitcoinChain, job: OpenJob, height: number): Promise<boolean> {
  const later = (ms: number) => run((tx) => postpone(tx, job.id, ms, null))
  const all = (await run((tx) => attemptsOf(tx, job.id))).reverse()
  // Attempts that spend an earlier output are not sent again: they could confirm in addition to one that spends the
  // present output.
  const attempts = all.filter(({ kind, raw }) => kind === 'anchor' && spentBy(raw) === job.inputOutpoint)
  const { accepted, rejection } = await sendFirst(chain.rpc, attempts)
  if (accepted) {
    const isNewest = accepted === attempts[0]
    if (!isNewest && rejection?.about === 'replacement') {
      await bumpFeeByChild(run, chain, job, { anchor: accepted, children: childrenOf(all, accepted), height })
      return false
    }
    // If the newest is rejected for its form, every further one would be rejected, too.
    if (!isNewest && rejection?.about === 'other') throw rejectionError(rejection)
    const isOverdue = height - attempts[0]!.signedAt >= chain.bumpAfter
    if (isOverdue || !isNewest) await bumpFee(run, chain, job, { attempts, accepted, height })
    await later(isOverdue ? 0 : chain.rebroadcastMs)
    return false
  }
  switch (rejection?.about) {
    case 'known':
      await later(chain.rebroadcastMs)
      return false
    case 'inputs':
      return recover(run, chain, job, height)
    case 'fee':
      if (!(await bumpFee(run, chain, job, { attempts, accepted: undefined, height }))) throw rejectionError(rejection)
      await later(0)
      return false
    default:
      throw rejectionError(rejection!)
  }
}

const rejectionError = ({ words }: BroadcastRejection): JobBlockedError =>
  new JobBlockedError('refused', `The Bitcoin node rejects the transaction, and not because of its fee: ${words}`)

const childrenOf = (attempts: readonly AnchorAttempt[], { txid }: AnchorAttempt): AnchorAttempt[] =>
  attempts.filter(({ kind, raw }) => kind === 'child' && spentBy(raw) === outpointOf({ txid, vout: 0 }))

/** Returns the newest attempt that is in the mempool, and why the newest of all is not. */
async function sendFirst(rpc: BitcoinRpc, attempts: readonly AnchorAttempt[]) {
  let rejection: BroadcastRejection | undefined
  for (const attempt of attempts) {
    const found = await broadcast(rpc, attempt.raw)
    if (!found) return { accepted: attempt, rejection }
    rejection ??= found
    if (found.about === 'known') return { accepted: undefined, rejection: found }
  }
  return { accepted: undefined, rejection }
}

/**
 * The input is missing or spent: an attempt is mined (the next step sees it), or a reorganisation removed the spent
 * output. Only in the last case may another output be spent.
 */
async function recover(run: InTransaction, chain: BitcoinChain, job: OpenJob, height: number): Promise<boolean> {
  const [txid, vout] = job.inputOutpoint!.split(':')
  if (await chain.rpc.call('gettxout', txid, Number(vout), false)) return false
  // Read last, because a block that arrived in the meantime may contain an attempt.
  if ((await chain.rpc.call<number>('getblockcount')) !== height) return false
  const [seen] = await run((tx) =>
    tx
      .select({ height: max(chainBlock.height) })
      .from(chainBlock)
      .where(eq(chainBlock.chain, 'bitcoin')),
  )
  if (seen?.height !== height) return false
  return !(await fund(run, chain, job, height))
}
