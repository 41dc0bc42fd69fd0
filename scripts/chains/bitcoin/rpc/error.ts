/** Error codes of Bitcoin Core, on which clients depend. */
export const rpcCodes = {
  misc: -1,
  notFound: -5,
  invalidParameter: -8,
  decode: -22,
  verify: -25,
  rejected: -26,
  alreadyInChain: -27,
  methodNotFound: -32601,
  parse: -32700,
} as const

export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
