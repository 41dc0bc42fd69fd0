import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ProxiedCall = {
  method: string
  path: string
  /** The parsed JSON of the body. */
  body: unknown
}
export type ProxiedAnswer = { status?: number; body: unknown }
/** The answer to a call; undefined lets the node answer. May change the node's answer, which `pass` returns. */
export type Intercept = (
  call: ProxiedCall,
  pass: () => Promise<ProxiedAnswer>,
) => ProxiedAnswer | undefined | Promise<ProxiedAnswer | undefined>

export type NodeProxy = {
  url: string
  /** Without it, the node does not answer: connections are closed at once. */
  target: string | undefined
  /** Calls that arrived. */
  calls: ProxiedCall[]
  intercept: Intercept
  /** Nothing listens on the port any more. */
  close(): Promise<void>
}

/** A node of a test: it passes calls on to a real one, and answers some of them as the test says. */
export async function startProxy(target?: string, intercept: Intercept = () => undefined): Promise<NodeProxy> {
  const proxy: NodeProxy = { url: '', target, calls: [], intercept, close: () => closeServer(server) }
  const server = createServer(async (request, response) => {
    const { target: node } = proxy
    if (!node) return request.socket.destroy()
    const raw = await text(request)
    const call = { method: request.method!, path: request.url!, body: raw ? JSON.parse(raw) : undefined }
    proxy.calls.push(call)
    const pass = () => forward(node, request, raw)
    const answer = (await proxy.intercept(call, pass)) ?? (await pass())
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function forward(
  target: string,
  { url, method, headers }: IncomingMessage,
  body: string,
): Promise<ProxiedAnswer> {
  const { authorization = '' } = headers
  const sent = { authorization, 'content-type': 'application/json' }
  const to = new URL(target)
  const response = await fetch(to.origin + url, { method: method!, headers: sent, ...(body && { body }) })
  const answered = await response.text()
  return { status: response.status, body: answered ? JSON.parse(answered) : null }
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
