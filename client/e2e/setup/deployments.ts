import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Assay behind a proxy that simulates deployments: another version is the same console with another service worker. */
type Deployments = { url: string; deploy(): void; close(): Promise<void> }

export async function openDeployments(target: string): Promise<Deployments> {
  let version = 1
  const server: Server = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === '/service-worker.js'
    // The body differs between versions, so the response is never a 304 and its length is not that of the file.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...plain } = incoming.headers
    const headers = isWorker ? { ...plain, 'accept-encoding': 'identity' } : incoming.headers
    const onward = ask(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      const { 'content-length': _length, etag: _etag, ...own } = answer.headers
      outgoing.writeHead(answer.statusCode!, isWorker ? own : answer.headers)
      answer.pipe(outgoing, { end: !isWorker })
      if (isWorker) answer.on('end', () => outgoing.end(`\n// version ${version}\n`))
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => void version++,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
