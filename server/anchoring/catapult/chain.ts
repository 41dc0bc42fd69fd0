import { PublicKey } from 'symbol-sdk'
import { ProofMismatch } from '#server/anchoring/jobs/blocked.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import type { CatapultChain, TransferStatus } from './anchor.ts'
import { type CatapultRest, CatapultUnreachable, createCatapultRest } from './client.ts'
import { facadeOf, transferBytes } from './sign.ts'
import { carriesRoot, type MerkleItem, rootOf } from './transfer.ts'

interface Properties {
  network: { generationHashSeed: string; epochAdjustment: string }
  chain: { currencyMosaicId: string }
}
interface NodeInfo {
  networkIdentifier: number
}
interface ChainInfo {
  height: string
  latestFinalizedBlock: { height: string }
}
interface Block {
  block: { timestamp: string; transactionsHash: string }
}

interface Account {
  account: { mosaics: { id: string; amount: string }[] }
}
interface Status {
  group: string
  code: string
  hash: string
  height: string
}

/** Public networks by their generation hash. Every other network is local. */
const PUBLIC = new Map([
  ['57F7DA205008026C776CB6AED843393F04CD458E0AA2D9F1D5F31A402072B2D6', 'mainnet'],
  ['49D6E1CE276A85B70EAFE52349AACCA389302E7A9754BCF1221E79494FC665A4', 'testnet'],
])
/** Smallest units of the currency per byte, used when the network returns no fee. */
const FALLBACK_FEE = 100
const REBROADCAST_MS = 3_000
/** Hashes of one call for statuses. A REST gateway accepts more. */
const STATUSES_A_CALL = 100

/** Requests the signer's key, and the network of the node. */
export async function connectCatapult(url: string, signer: AnchorSigner): Promise<CatapultChain> {
  const { publicKey } = (await signer.describe()).catapult
  const rest = createCatapultRest(url)
  const { network: properties, chain: currency } = await getExisting<Properties>(rest, '/network/properties')
  const { networkIdentifier } = await getExisting<NodeInfo>(rest, '/node/info')
  const generationHash = properties.generationHashSeed.toUpperCase()
  const epochSeconds = Number.parseInt(properties.epochAdjustment, 10)
  const network = { generationHash, identifier: networkIdentifier, epochSeconds }
  const facade = facadeOf(network)
  const account = new PublicKey(publicKey)
  // The node writes it with a prefix and quotes, and in accounts without them.
  const mosaicId = currency.currencyMosaicId.replace(/^0x|'/g, '').toUpperCase()

  async function multiplier(): Promise<number> {
    type Fees = { averageFeeMultiplier?: number; minFeeMultiplier?: number }
    const fees = await rest.get<Fees>('/network/fees/transaction')
    return Math.max(FALLBACK_FEE, fees?.averageFeeMultiplier ?? 0, fees?.minFeeMultiplier ?? 0)
  }

  return {
    network: PUBLIC.get(generationHash) ?? 'local',
    publicKey: account.toString(),
    address: facade.network.publicKeyToAddress(account).toString(),
    rebroadcastMs: REBROADCAST_MS,

    async funds() {
      const found = await rest.get<Account>(`/accounts/${account}`)
      const mosaic = found?.account.mosaics.find(({ id }) => id.toUpperCase() === mosaicId)
      const feeMultiplier = await multiplier()
      const fee = BigInt(feeMultiplier * transferBytes(facade, account))
      return { balance: BigInt(mosaic?.amount ?? 0), feeMultiplier, fee }
    },

    async prepare(root, feeMultiplier) {
      const signed = await signer.catapult({ publicKey, network, root, feeMultiplier })
      if (!carriesRoot(facade, signed, root)) {
        throw new Error('The signer returned a different transfer than requested.')
      }
      return signed
    },

    announce: (payload) => rest.put('/transactions', { payload }),

    async statuses(hashes) {
      const parts = Array.from({ length: Math.ceil(hashes.length / STATUSES_A_CALL) }, (_, i) =>
        hashes.slice(i * STATUSES_A_CALL, (i + 1) * STATUSES_A_CALL),
      )
      const answers = await Promise.all(
        parts.map((part) => rest.post<Status[]>('/transactionStatus', { hashes: part })),
      )
      return new Map(answers.flat().map((status) => [status.hash, statusOf(status)]))
    },

    async prove(signed, root, height) {
      if (!carriesRoot(facade, signed, root)) {
        throw new ProofMismatch(`The stored transfer ${signed.hash} does not contain its root.`)
      }
      const block = await getExisting<Block>(rest, `/blocks/${height}`)
      const path = `/blocks/${height}/transactions/${signed.hash}/merkle`
      const merkle = await rest.get<{ merklePath: MerkleItem[] }>(path)
      if (!merkle || rootOf(signed.hash, merkle.merklePath) !== block.block.transactionsHash) {
        throw new ProofMismatch(`Transfer ${signed.hash} does not lead to the transactions hash of block ${height}.`)
      }
    },

    async tip() {
      const info = await getExisting<ChainInfo>(rest, '/chain/info')
      const finalizedHeight = Number(info.latestFinalizedBlock.height)
      const { block } = await getExisting<Block>(rest, `/blocks/${finalizedHeight}`)
      return { height: Number(info.height), finalizedHeight, finalizedTimestamp: BigInt(block.timestamp) }
    },
  }
}

function statusOf({ group, code, height }: Status): TransferStatus {
  if (group === 'confirmed') return { group, height: Number(height) }
  return group === 'failed' ? { group, code } : { group: 'unconfirmed' }
}

async function getExisting<T>(rest: CatapultRest, path: string): Promise<T> {
  const answer = await rest.get<T>(path)
  if (answer === undefined) throw new CatapultUnreachable(`${path}: unknown to the node`)
  return answer
}
