import { Hash256, PrivateKey, PublicKey, Signature } from 'symbol-sdk'
import { descriptors, KeyPair, Network, SymbolFacade, SymbolTransactionFactory } from 'symbol-sdk/symbol'
import { FeeCapError } from '#server/anchoring/jobs/blocked.ts'
import type { CatapultRequest } from '#server/anchoring/signer/protocol.ts'
import type { Signer } from '#server/anchoring/signer/signer-interface.ts'
import type { SignedTransfer } from './connection.ts'
import { messageOf } from './transfer.ts'

const lifetimeS = 2 * 3600

export function catapultSigner(privateKey: Uint8Array): Signer {
  const pair = new KeyPair(new PrivateKey(privateKey))
  return { publicKey: pair.publicKey.bytes, sign: async (message) => pair.sign(message).bytes }
}

export function facadeOf({ generationHash, identifier, epochSeconds }: CatapultRequest['network']): SymbolFacade {
  const seed = new Hash256(generationHash.toUpperCase())
  return new SymbolFacade(new Network('network', identifier, new Date(epochSeconds * 1000), seed))
}

/** The size of every anchoring transfer, which its fee is proportional to. */
export function transferBytes(facade: SymbolFacade, publicKey: PublicKey): number {
  const ownAddress = facade.network.publicKeyToAddress(publicKey)
  const transfer = new descriptors.TransferTransactionV1Descriptor(ownAddress, [], messageOf(new Uint8Array(32)))
  return facade.createTransactionFromTypedDescriptor(transfer, publicKey, 1, lifetimeS).size
}

/**
 * A transfer of zero to the own address whose message contains the root.
 *
 * @param maxFee smallest units of the currency; nothing is signed above it
 */
export async function signTransfer(
  signer: Signer,
  { network, root, feeMultiplier }: Omit<CatapultRequest, 'publicKey'>,
  maxFee: bigint,
): Promise<SignedTransfer> {
  const facade = facadeOf(network)
  const publicKey = new PublicKey(signer.publicKey)
  const ownAddress = facade.network.publicKeyToAddress(publicKey)
  const transfer = new descriptors.TransferTransactionV1Descriptor(ownAddress, [], messageOf(root))
  const transaction = facade.createTransactionFromTypedDescriptor(transfer, publicKey, feeMultiplier, lifetimeS)
  const fee = BigInt(transaction.fee.value)
  if (fee > maxFee) throw new FeeCapError(`A transfer costs ${fee} now, above the cap of ${maxFee}: not signed.`)
  const signature = new Signature(await signer.sign(facade.extractSigningPayload(transaction)))
  const { payload } = JSON.parse(SymbolTransactionFactory.attachSignature(transaction, signature)) as {
    payload: string
  }
  if (!facade.verifyTransaction(transaction, signature)) {
    throw new Error('The signer returned a signature that does not verify.')
  }
  const hash = facade.hashTransaction(transaction).toString()
  return { hash, payload, fee, deadline: BigInt(transaction.deadline.value) }
}
