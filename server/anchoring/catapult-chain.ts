import { Hash256, PrivateKey, PublicKey, Signature } from 'symbol-sdk'
import { descriptors, KeyPair, Network, SymbolFacade, SymbolTransactionFactory } from 'symbol-sdk/symbol'
import type { CatapultChain } from './catapult-anchor.ts'
import { type CatapultRest, CatapultUnreachable, createCatapultRest } from './catapult-client.ts'
import { carriesRoot, type MerkleItem, messageOf, rootOf } from './catapult-transfer.ts'
import { FeeCapReached, ProofMismatch } from './held.ts'
import type { Signer } from './signer.ts'

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

/** Networks that may carry a public name, by their generation hash: whatever else answers is local. */
const PUBLIC = new Map([
  ['57F7DA205008026C776CB6AED843393F04CD458E0AA2D9F1D5F31A402072B2D6', 'mainnet'],
  ['49D6E1CE276A85B70EAFE52349AACCA389302E7A9754BCF1221E79494FC665A4', 'testnet'],
])
const LIFETIME_S = 2 * 3600
/** Smallest units of the currency a byte, where the network does not say. */
const FALLBACK_FEE = 100
const REBROADCAST_MS = 3_000

export function catapultSigner(privateKey: Uint8Array): Signer {
  const pair = new KeyPair(new PrivateKey(privateKey))
  return { publicKey: pair.publicKey.bytes, sign: async (message) => pair.sign(message).bytes }
}

/**
 * Asks the node which network it is on.
 *
 * @param maxFee smallest units of the currency that one transfer may cost
 */
export async function connectCatapult(url: string, signer: Signer, maxFee: bigint): Promise<CatapultChain> {
  const rest = createCatapultRest(url)
  const { network: properties } = await known<Properties>(rest, '/network/properties')
  const { networkIdentifier } = await known<NodeInfo>(rest, '/node/info')
  const seed = properties.generationHashSeed.toUpperCase()
  const epoch = new Date(Number.parseInt(properties.epochAdjustment, 10) * 1000)
  const network = new Network('network', networkIdentifier, epoch, new Hash256(seed))
  const facade = new SymbolFacade(network)
  const publicKey = new PublicKey(signer.publicKey)
  const own = network.publicKeyToAddress(publicKey)

  return {
    network: PUBLIC.get(seed) ?? 'local',
    publicKey: publicKey.toString(),
    rebroadcastMs: REBROADCAST_MS,

    async prepare(root) {
      const transfer = new descriptors.TransferTransactionV1Descriptor(own, [], messageOf(root))
      const fees = await rest.get<{ averageFeeMultiplier?: number }>('/network/fees/transaction')
      const multiplier = Math.max(FALLBACK_FEE, fees?.averageFeeMultiplier ?? 0)
      const transaction = facade.createTransactionFromTypedDescriptor(transfer, publicKey, multiplier, LIFETIME_S)
      const fee = BigInt(transaction.fee.value)
      if (fee > maxFee) throw new FeeCapReached(`A transfer costs ${fee} now, above the cap of ${maxFee}: not signed.`)
      const signature = new Signature(await signer.sign(facade.extractSigningPayload(transaction)))
      const { payload } = JSON.parse(SymbolTransactionFactory.attachSignature(transaction, signature)) as {
        payload: string
      }
      if (!facade.verifyTransaction(transaction, signature)) {
        throw new Error('The signer answered a signature that does not verify.')
      }
      const hash = facade.hashTransaction(transaction).toString()
      return { hash, payload, fee, deadline: BigInt(transaction.deadline.value) }
    },

    announce: (payload) => rest.put('/transactions', { payload }),

    async confirmedAt(hash) {
      const found = await rest.get<{ meta: { height: string } }>(`/transactions/confirmed/${hash}`)
      return found && Number(found.meta.height)
    },

    async prove(signed, root, height) {
      if (!carriesRoot(facade, signed, root)) {
        throw new ProofMismatch(`The stored transfer ${signed.hash} is not one of its root.`)
      }
      const block = await known<Block>(rest, `/blocks/${height}`)
      const path = `/blocks/${height}/transactions/${signed.hash}/merkle`
      const merkle = await rest.get<{ merklePath: MerkleItem[] }>(path)
      if (!merkle || rootOf(signed.hash, merkle.merklePath) !== block.block.transactionsHash) {
        throw new ProofMismatch(`Transfer ${signed.hash} does not lead to the transactions hash of block ${height}.`)
      }
    },

    async tip() {
      const info = await known<ChainInfo>(rest, '/chain/info')
      const finalizedHeight = Number(info.latestFinalizedBlock.height)
      const { block } = await known<Block>(rest, `/blocks/${finalizedHeight}`)
      return { height: Number(info.height), finalizedHeight, finalizedTimestamp: BigInt(block.timestamp) }
    },
  }
}

async function known<T>(rest: CatapultRest, path: string): Promise<T> {
  const answer = await rest.get<T>(path)
  if (answer === undefined) throw new CatapultUnreachable(`${path}: unknown to the node`)
  return answer
}
