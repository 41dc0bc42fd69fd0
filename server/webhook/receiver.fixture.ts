import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate, trustCertificate } from '#server/core/test/network/self-signed-certificate.ts'

export type Received = { path: string; body: string; headers: IncomingHttpHeaders }
type Respond = (response: ServerResponse, received: Received, request: IncomingMessage) => void

/** An https server of a merchant on this machine, which keeps what it received. By default it answers 200. */
export async function startReceiver(
  respond: Respond = (response) => response.end('ok'),
  { key, cert } = selfSignedCertificate(),
) {
  trustCertificate(cert)
  const received: Received[] = []
  const current = { respond }
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { path: request.url!, body: Buffer.concat(chunks).toString(), headers: request.headers }
    received.push(one)
    current.respond(response, one, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    cert,
    received,
    ids: () => received.map(({ headers }) => headers['webhook-id'] as string),
    answer(next: Respond) {
      current.respond = next
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
