import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Header = (height: number) => Promise<{ hash: string; header: string } | undefined>

/** An explorer with the two calls of Esplora that a checker uses, for any site, as public ones allow it. */
export async function serveEsplora(headerAt: Header): Promise<{ url: string; close(): void }> {
  const headers = new Map<string, string>()
  const answer = async (path: string): Promise<string | undefined> => {
    const height = /^\/api\/block-height\/(\d+)$/.exec(path)?.[1]
    if (height === undefined) return headers.get(/^\/api\/block\/([0-9a-f]{64})\/header$/.exec(path)?.[1] ?? '')
    const found = await headerAt(Number(height))
    if (found) headers.set(found.hash, found.header)
    return found?.hash
  }
  const server = createServer(async ({ url }, response) => {
    const text = await answer(url ?? '').catch(() => undefined)
    response.setHeader('access-control-allow-origin', '*')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' })
    response.end(text ?? 'Block not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, close }
}
