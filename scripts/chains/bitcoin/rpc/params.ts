import { address, networks, payments, Transaction, toXOnly } from 'bitcoinjs-lib'
import { RpcError, rpcCodes } from './error.ts'

export const regtestNetwork = networks.regtest

/** Positional JSON-RPC parameters, with the error codes of bitcoind. An absent parameter and null both mean the default. */
export class Params {
  readonly #values: unknown[]

  constructor(values: unknown) {
    if (values !== undefined && values !== null && !Array.isArray(values)) {
      throw new RpcError(rpcCodes.invalidParameter, 'Named parameters are not supported')
    }
    this.#values = values ?? []
  }

  has(position: number): boolean {
    return this.#values[position] !== undefined && this.#values[position] !== null
  }

  string(position: number): string {
    const value = this.#values[position]
    if (typeof value !== 'string') throw wrongType(position, 'string')
    return value
  }

  integer(position: number, fallback?: number): number {
    const value = this.#values[position] ?? fallback
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongType(position, 'number')
    return value
  }

  flag(position: number, fallback: boolean): boolean {
    const value = this.#values[position] ?? fallback
    if (typeof value !== 'boolean') throw wrongType(position, 'bool')
    return value
  }

  /** bitcoind accepts 0, 1, 2 and, from older clients, false and true. */
  verbosity(position: number, fallback: number): number {
    const value = this.#values[position]
    return typeof value === 'boolean' ? Number(value) : this.integer(position, fallback)
  }

  list(position: number): unknown[] {
    const value = this.#values[position]
    if (!Array.isArray(value)) throw wrongType(position, 'array')
    return value
  }

  strings(position: number): string[] {
    return this.list(position).map((value) => {
      if (typeof value !== 'string') throw wrongType(position, 'array of strings')
      return value
    })
  }

  /** A block or transaction id. */
  hash(position: number): string {
    return checkHash(this.string(position))
  }
}

export function checkHash(text: string): string {
  if (text.length !== 64) {
    throw new RpcError(rpcCodes.invalidParameter, `parameter must be of length 64 (not ${text.length}, for '${text}')`)
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new RpcError(rpcCodes.invalidParameter, `parameter must be hexadecimal string (not '${text}')`)
  }
  return text.toLowerCase()
}

export function readTransaction(hex: string): Transaction {
  try {
    return Transaction.fromHex(hex)
  } catch {
    throw new RpcError(rpcCodes.decode, 'TX decode failed. Make sure the tx has at least one input.')
  }
}

export function readAddress(text: string): Uint8Array {
  try {
    return address.toOutputScript(text, regtestNetwork)
  } catch {
    throw new RpcError(rpcCodes.notFound, 'Error: Invalid address')
  }
}

/** The scripts that scantxoutset supports here: addr(), raw(), wpkh() and the key path of tr(). */
export function readDescriptor(value: unknown): Uint8Array {
  const text = typeof value === 'object' && value !== null && 'desc' in value ? value.desc : value
  const [, kind, argument] = /^(addr|raw|wpkh|tr)\(([^()]+)\)(?:#\w+)?$/.exec(String(text)) ?? []
  if (!kind || !argument) throw new RpcError(rpcCodes.notFound, `'${text}' is not a supported descriptor`)
  if (kind === 'addr') return readAddress(argument)
  const bytes = Buffer.from(argument, 'hex')
  try {
    if (kind === 'wpkh') return payments.p2wpkh({ pubkey: bytes, network: regtestNetwork }).output!
    if (kind === 'tr') return payments.p2tr({ internalPubkey: toXOnly(bytes), network: regtestNetwork }).output!
    return bytes
  } catch {
    throw new RpcError(rpcCodes.notFound, `'${text}' has no valid key`)
  }
}

function wrongType(position: number, expected: string): RpcError {
  return new RpcError(rpcCodes.invalidParameter, `Parameter ${position + 1} is not of expected type ${expected}`)
}
