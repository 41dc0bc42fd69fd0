import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Services = z.object({ bitcoinUrl: z.string() })
/** A block header has 80 bytes; its Merkle root is at bytes 36 to 67. */
const rootBytes = [36, 68] as const

/** The id of a block and its header, as hex, read from the node. */
export async function blockHeader(servicesFile: string, height: number): Promise<{ hash: string; header: string }> {
  const { bitcoinUrl } = Services.parse(JSON.parse(readFileSync(servicesFile, 'utf8')))
  const { username, password, origin } = new URL(bitcoinUrl)
  const call = async (method: string, params: unknown[]) => {
    const answer = await fetch(origin, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({ id: 1, method, params }),
    })
    return z.object({ result: z.string() }).parse(await answer.json()).result
  }
  const hash = await call('getblockhash', [height])
  return { hash, header: await call('getblockheader', [hash, false]) }
}

/** Returns the Merkle root of a block header as hex in the byte order of the header, read from the node. */
export async function blockMerkleRoot(servicesFile: string, height: number): Promise<string> {
  const { header } = await blockHeader(servicesFile, height)
  return Buffer.from(header, 'hex')
    .subarray(...rootBytes)
    .toString('hex')
}
