import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can stop forwarding, like a network whose other side vanished: it sends no data and does not close. */
export type TcpProxy = {
  url: string
  /** Open connections stay open and receive no more data. New connections are forwarded. */
  silence(): void
  /** Number of clients that are connected. */
  clients(): number
  close(): Promise<void>
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const [clients, servers] = [new Set<Socket>(), new Set<Socket>()]
  const server = createServer((client) => {
    const far = connect(Number(port), hostname)
    connectSockets(client, far, clients)
    connectSockets(far, client, servers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: Object.assign(new URL(target), { host }).href,
    silence() {
      for (const socket of [...clients, ...servers]) socket.unpipe().resume()
    },
    clients: () => clients.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of [...clients, ...servers]) socket.destroy()
      await closed
    },
  }
}

function connectSockets(from: Socket, to: Socket, group: Set<Socket>): void {
  group.add(from)
  from.on('error', () => to.destroy())
  from.on('close', () => group.delete(from))
  from.pipe(to)
}
