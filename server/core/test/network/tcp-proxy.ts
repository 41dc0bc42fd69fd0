import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A TCP proxy to a database that can stop forwarding, like a network whose other side vanished: it sends no data and does not close. */
export type TcpProxy = {
  url: string
  /** Open connections stay open and receive no more data. New connections are forwarded. */
  silence(): void
  /** Number of clients that are connected. */
  clients(): number
  close(): Promise<void>
}

/** @param target the address of a PostgreSQL with a socket file */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const url = new URL(target)
  const path = join(url.searchParams.get('host')!, `.s.PGSQL.${url.port}`)
  url.searchParams.delete('host')
  const [clients, servers] = [new Set<Socket>(), new Set<Socket>()]
  const server = createServer((client) => {
    const far = connect(path)
    connectSockets(client, far, clients)
    connectSockets(far, client, servers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
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
