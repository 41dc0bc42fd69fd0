import { networks, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as ecc from 'tiny-secp256k1'
import type { Signer } from '#server/anchoring/signer/signer-interface.ts'

const ECPair = ECPairFactory(ecc)

/** The names that the chips show, by bitcoind's names. */
const names = { main: 'mainnet', test: 'testnet', testnet4: 'testnet4', signet: 'signet', regtest: 'regtest' } as const
export type BitcoinNetwork = (typeof names)[keyof typeof names]

export function bitcoinSigner(privateKey: Uint8Array): Signer {
  const pair = ECPair.fromPrivateKey(privateKey)
  return { publicKey: pair.publicKey, sign: async (message) => pair.sign(message) }
}

/** The only address of the anchoring key. Anchoring pays its fees from the unspent outputs of this address. */
export function bitcoinAddress(publicKey: Uint8Array, network: BitcoinNetwork): string {
  const prefix = network === 'mainnet' ? networks.bitcoin : network === 'regtest' ? networks.regtest : networks.testnet
  return payments.p2wpkh({ pubkey: publicKey, network: prefix }).address!
}

/** The output script of a key, on every network: pay to witness public key hash. */
export function changeScript(publicKey: Uint8Array): Buffer {
  return Buffer.from(payments.p2wpkh({ pubkey: publicKey }).output!)
}

/** @param chain the name that bitcoind gives it */
export function bitcoinNetwork(chain: string): BitcoinNetwork {
  const name = names[chain as keyof typeof names]
  if (!name) throw new Error(`The Bitcoin node runs an unknown network: ${chain}.`)
  return name
}
