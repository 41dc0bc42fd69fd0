import { bytesOfHex } from '#shared/core/bytes.ts'
import { base64Of } from '#shared/transparency/base64.ts'

/** A block as a node or an explorer knows it, which the reader has chosen and trusts. */
type SourceBlock = {
  hash: string
  header: Uint8Array
}
/** Asks for the block at a height. Throws if the source does not respond with one. */
export type BlockSource = (height: number) => Promise<SourceBlock>

const timeoutMs = 20_000

/** An explorer with the interface of Esplora (https://github.com/Blockstream/esplora/blob/master/API.md). */
export function explorerAt(url: string): BlockSource {
  const get = async (path: string) => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path}`, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.text()).trim()
  }
  return async (height) => {
    const hash = await get(`block-height/${height}`)
    if (!isHash(hash)) throw new Error('no block')
    return { hash, header: headerOf(await get(`block/${hash}/header`)) }
  }
}

/** A Bitcoin node by its RPC interface. @param address with user and password, such as http://user:password@127.0.0.1:8332 */
export function nodeAt(address: string): BlockSource {
  const { username, password, origin, pathname } = new URL(address)
  const login = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = `Basic ${base64Of(login)}`
  const call = async (method: string, params: unknown[]): Promise<string> => {
    const response = await fetch(`${origin}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ jsonrpc: '1.0', id: 'assay-verify', method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { result } = (await response.json()) as { result: unknown }
    if (typeof result !== 'string') throw new Error('no block')
    return result
  }
  return async (height) => {
    const hash = await call('getblockhash', [height])
    if (!isHash(hash)) throw new Error('no block')
    return { hash, header: headerOf(await call('getblockheader', [hash, false])) }
  }
}

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

function headerOf(hex: string): Uint8Array {
  const header = bytesOfHex(hex.toLowerCase())
  if (header?.length !== 80) throw new Error('no header')
  return header
}
