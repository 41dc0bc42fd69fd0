import { PublicKey } from 'symbol-sdk'
import { type AnchorProblem, anchorProblemOf, ProofMismatchError } from '#server/anchoring/jobs/blocked.ts'
import type { ResponseTimes } from '#server/anchoring/nodes/response-times.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import type { ChainNode } from '#shared/anchoring/chain-report.ts'
import { createAgreement, type FinalTip, NodeDisagreementError, quorumOfNodes } from './agreement.ts'
import { type CatapultRest, CatapultUnreachableError } from './client.ts'
import { type NetworkProperties, networkName } from './inspect.ts'
import { facadeOf, transferBytes } from './sign.ts'
import { feeMultiplierOf, hasRoot, type MerkleItem, rootOf, type TransactionFees } from './transfer.ts'

export type SignedTransfer = {
  hash: string
  /** Hex of the signed bytes. */
  payload: string
  fee: bigint
  /** Milliseconds on the clock of the chain. */
  deadline: bigint
}

/** The status of a transfer on the nodes. A transfer that none of them knows has no status. */
export type TransferStatus =
  | { group: 'unconfirmed' }
  | { group: 'confirmed'; height: number }
  | { group: 'failed'; code: string }

export type FinalityTip = {
  height: number
  finalizedHeight: number
  finalizedTimestamp: bigint
}

type AccountFunds = {
  balance: bigint
  feeMultiplier: number
  fee: bigint
}

/**
 * The functions that anchoring needs of a Catapult network. A variant (ProximaX Sirius) would implement this interface.
 */
export type CatapultConnection = {
  /** The name that the chips show. */
  network: string
  publicKey: string
  address: string
  /** Milliseconds between announcements of the same bytes. */
  rebroadcastMs: number
  /** The balance of the account and the present fee, in the smallest unit of the currency, of a byte and of a transfer. */
  funds(): Promise<AccountFunds>
  /** Signs a transfer to the own address whose message contains the root. Throws JobBlockedError. Sends nothing. */
  prepare(root: Uint8Array, feeMultiplier: number): Promise<SignedTransfer>
  /** The node accepts every announcement. Only the status shows the result. */
  announce(payload: string): Promise<void>
  /** The present statuses of any number of transfers, by hash. */
  statuses(hashes: readonly string[]): Promise<Map<string, TransferStatus>>
  /** Throws ProofMismatchError unless the signed bytes contain the root and the block at this height contains the bytes. */
  prove(signed: Pick<SignedTransfer, 'hash' | 'payload'>, root: Uint8Array, height: number): Promise<void>
  tip(): Promise<FinalityTip>
  /** The reason why the nodes finalize no block at present. */
  problem?(): AnchorProblem | undefined
  responseTimes?: ResponseTimes
  /** The present state of all configured nodes. */
  inspect?(): Promise<ChainNode[]>
}

type NodeInfo = {
  networkIdentifier: number
}
type Account = {
  account: { mosaics: { id: string; amount: string }[] }
}
type Status = {
  group: string
  code: string
  hash: string
  height: string
}

const usualRebroadcastMs = 3_000
/** Hashes of one call for statuses. A REST gateway accepts more. */
const statusesACall = 100

/**
 * Requests the signer's key, and the network of the node.
 *
 * @param first the node that does the work
 * @param others nodes of the same network: each transfer is announced to them too, and a majority must agree before it is final
 * @param configured the number of nodes of the configuration, also of those that cannot be used now
 */
export async function openCatapultConnection(
  [rest, ...others]: readonly [CatapultRest, ...CatapultRest[]],
  signer: AnchorSigner,
  configured = 1,
): Promise<CatapultConnection> {
  const { publicKey } = (await signer.describe()).catapult
  const all = [rest, ...others]
  const agreement = createAgreement(all, quorumOfNodes(configured))
  let disagreement: NodeDisagreementError | undefined
  const found = await getExisting<NetworkProperties>(rest, '/network/properties')
  const { network: properties, chain: currency } = found
  const { networkIdentifier } = await getExisting<NodeInfo>(rest, '/node/info')
  const generationHash = properties.generationHashSeed.toUpperCase()
  const epochSeconds = Number.parseInt(properties.epochAdjustment, 10)
  const network = { generationHash, identifier: networkIdentifier, epochSeconds }
  const facade = facadeOf(network)
  const account = new PublicKey(publicKey)
  // The node writes it with a prefix and quotes, and in accounts without them.
  const mosaicId = currency.currencyMosaicId.replace(/^0x|'/g, '').toUpperCase()

  /** Without agreement nothing is final and nothing expires; transfers are signed and announced all the same. */
  async function finalTip(): Promise<FinalTip> {
    try {
      const tip = await agreement.finalTip()
      disagreement = undefined
      return tip
    } catch (error) {
      if (!(error instanceof NodeDisagreementError)) throw error
      disagreement = error
      return { height: 0, timestamp: 0n }
    }
  }

  return {
    network: networkName(found),
    publicKey: account.toString(),
    address: facade.network.publicKeyToAddress(account).toString(),
    rebroadcastMs: usualRebroadcastMs,
    responseTimes: rest.responseTimes,

    async funds() {
      const found = await rest.get<Account>(`/accounts/${account}`)
      const mosaic = found?.account.mosaics.find(({ id }) => id.toUpperCase() === mosaicId)
      const feeMultiplier = feeMultiplierOf(await rest.get<TransactionFees>('/network/fees/transaction'))
      const fee = BigInt(feeMultiplier * transferBytes(facade, account))
      return { balance: BigInt(mosaic?.amount ?? 0), feeMultiplier, fee }
    },

    async prepare(root, feeMultiplier) {
      const signed = await signer.catapult({ publicKey, network, root, feeMultiplier })
      if (!hasRoot(facade, signed, root)) {
        throw new Error('The signer returned a different transfer than requested.')
      }
      return signed
    },

    async announce(payload) {
      for (const other of others) void other.put('/transactions', { payload }).catch(() => undefined)
      await rest.put('/transactions', { payload })
    },

    async statuses(hashes) {
      const parts = Array.from({ length: Math.ceil(hashes.length / statusesACall) }, (_, i) =>
        hashes.slice(i * statusesACall, (i + 1) * statusesACall),
      )
      const answers = await Promise.all(
        parts.map((part) => rest.post<Status[]>('/transactionStatus', { hashes: part })),
      )
      return new Map(answers.flat().map((status) => [status.hash, statusOf(status)]))
    },

    async prove(signed, root, height) {
      if (!hasRoot(facade, signed, root)) {
        throw new ProofMismatchError(`The stored transfer ${signed.hash} does not contain its root.`)
      }
      const { transactionsHash } = await agreement.block(height)
      const path = `/blocks/${height}/transactions/${signed.hash}/merkle`
      const merkle = await rest.get<{ merklePath: MerkleItem[] }>(path)
      if (!merkle || rootOf(signed.hash, merkle.merklePath) !== transactionsHash) {
        throw new ProofMismatchError(
          `Transfer ${signed.hash} does not lead to the transactions hash of block ${height}.`,
        )
      }
    },

    async tip() {
      const { height } = await getExisting<{ height: string }>(rest, '/chain/info')
      const { height: finalizedHeight, timestamp: finalizedTimestamp } = await finalTip()
      return { height: Number(height), finalizedHeight, finalizedTimestamp }
    },

    problem: () => disagreement && anchorProblemOf(disagreement),
  }
}

function statusOf({ group, code, height }: Status): TransferStatus {
  if (group === 'confirmed') return { group, height: Number(height) }
  return group === 'failed' ? { group, code } : { group: 'unconfirmed' }
}

async function getExisting<T>(rest: CatapultRest, path: string): Promise<T> {
  const answer = await rest.get<T>(path)
  if (answer === undefined) throw new CatapultUnreachableError(`${path}: unknown to the node`)
  return answer
}
