import { PublicKey } from 'symbol-sdk'
import { ProofMismatch } from '#server/anchoring/jobs/blocked.ts'
import type { AnchorSigner } from '#server/anchoring/signer/signer-interface.ts'
import type { CatapultChain } from './anchor.ts'
import { type CatapultRest, CatapultUnreachable, createCatapultRest } from './client.ts'
import { facadeOf } from './sign.ts'
import { carriesRoot, type MerkleItem, rootOf } from './transfer.ts'

interface Properties {
  network: { generationHashSeed: string; epochAdjustment: string }
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

/** Public networks by their generation hash. Every other network is local. */
const PUBLIC = new Map([
  ['57F7DA205008026C776CB6AED843393F04CD458E0AA2D9F1D5F31A402072B2D6', 'mainnet'],
  ['49D6E1CE276A85B70EAFE52349AACCA389302E7A9754BCF1221E79494FC665A4', 'testnet'],
])
/** Smallest units of the currency per byte, used when the network returns no fee. */
const FALLBACK_FEE = 100
const REBROADCAST_MS = 3_000

/** Requests the signer's key, and the network of the node. */
export async function connectCatapult(url: string, signer: AnchorSigner): Promise<CatapultChain> {
  const { publicKey } = (await signer.describe()).catapult
  const rest = createCatapultRest(url)
  const { network: properties } = await getExisting<Properties>(rest, '/network/properties')
  const { networkIdentifier } = await getExisting<NodeInfo>(rest, '/node/info')
  const generationHash = properties.generationHashSeed.toUpperCase()
  const epochSeconds = Number.parseInt(properties.epochAdjustment, 10)
  const network = { generationHash, identifier: networkIdentifier, epochSeconds }
  const facade = facadeOf(network)

  return {
    network: PUBLIC.get(generationHash) ?? 'local',
    publicKey: new PublicKey(publicKey).toString(),
    rebroadcastMs: REBROADCAST_MS,

    async prepare(root) {
      const fees = await rest.get<{ averageFeeMultiplier?: number }>('/network/fees/transaction')
      const feeMultiplier = Math.max(FALLBACK_FEE, fees?.averageFeeMultiplier ?? 0)
      const signed = await signer.catapult({ publicKey, network, root, feeMultiplier })
      if (!carriesRoot(facade, signed, root)) {
        throw new Error('The signer returned a different transfer than requested.')
      }
      return signed
    },

    announce: (payload) => rest.put('/transactions', { payload }),

    async confirmedAt(hash) {
      const found = await rest.get<{ meta: { height: string } }>(`/transactions/confirmed/${hash}`)
      return found && Number(found.meta.height)
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

async function getExisting<T>(rest: CatapultRest, path: string): Promise<T> {
  const answer = await rest.get<T>(path)
  if (answer === undefined) throw new CatapultUnreachable(`${path}: unknown to the node`)
  return answer
}
