import { crypto, payments, script, type Transaction } from 'bitcoinjs-lib'
import { verify, verifySchnorr } from 'tiny-secp256k1'
import type { UnspentOutput } from './consensus.ts'

/**
 * Returns why input `index` cannot spend its output; undefined if it can. Pay-to-witness-public-key-hash and the key path of
 * Taproot are verified completely; any other script is rejected.
 */
export function scriptFailure(tx: Transaction, index: number, utxos: UnspentOutput[]): string | undefined {
  const utxo = utxos[index]!
  const input = tx.ins[index]!
  if (input.script.length > 0) return 'Witness requires empty scriptSig'
  if (isP2wpkh(utxo.script)) return p2wpkhFailure(tx, index, utxo)
  if (isP2tr(utxo.script)) return taprootFailure(tx, index, utxos)
  return 'unsupported output script'
}

export function isP2wpkh(code: Uint8Array): boolean {
  return code.length === 22 && code[0] === 0x00 && code[1] === 20
}

export function isP2tr(code: Uint8Array): boolean {
  return code.length === 34 && code[0] === 0x51 && code[1] === 32
}

function p2wpkhFailure(tx: Transaction, index: number, utxo: UnspentOutput): string | undefined {
  const [signature, publicKey, ...rest] = tx.ins[index]!.witness
  if (!signature || !publicKey || rest.length > 0) return 'Witness program hash mismatch'
  const keyHash = utxo.script.subarray(2)
  if (Buffer.compare(crypto.hash160(publicKey), keyHash) !== 0) return 'Witness program hash mismatch'
  try {
    const { hashType, signature: compact } = script.signature.decode(signature)
    const sighash = tx.hashForWitnessV0(index, payments.p2pkh({ hash: keyHash }).output!, utxo.value, hashType)
    if (verify(sighash, publicKey, compact, true)) return undefined
  } catch {
    return 'Non-canonical DER signature'
  }
  return 'Signature must be zero for failed CHECK(MULTI)SIG operation'
}

function taprootFailure(tx: Transaction, index: number, utxos: UnspentOutput[]): string | undefined {
  const [signature, ...rest] = tx.ins[index]!.witness
  if (!signature || rest.length > 0) return 'only the Taproot key path is supported'
  if (signature.length !== 64 && signature.length !== 65) return 'Invalid Schnorr signature size'
  const hashType = signature.length === 65 ? signature[64]! : 0
  const scripts = utxos.map((utxo) => utxo.script)
  const values = utxos.map((utxo) => utxo.value)
  const sighash = tx.hashForWitnessV1(index, scripts, values, hashType)
  const key = utxos[index]!.script.subarray(2)
  return verifySchnorr(sighash, key, signature.subarray(0, 64)) ? undefined : 'Invalid Schnorr signature'
}
