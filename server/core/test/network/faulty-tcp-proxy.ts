import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Faults of one connection:
 * - none: no fault
 * - silent: the request arrives, the response does not
 * - twice: the request arrives twice at the same time
 * - cutRequest, cutAnswer: only the first bytes pass, then both ends are closed
 */
export const connectionFaults = ['none', 'silent', 'twice', 'cutRequest', 'cutAnswer'] as const
/** `bytes` is the position of the cut, or the number of lost bytes if the data is longer. */
export type ConnectionFault = { kind: (typeof connectionFaults)[number]; bytes: number }

export type FaultyTcpProxy = {
  url: string
  /** How often each fault happened to a connection with a request. */
  counts: Record<ConnectionFault['kind'], number>
  /** From now on, connections have no faults. */
  mend(): void
  close(): Promise<void>
}

/** A proxy to a server. Each connection has the next fault of a list. Clients must not reuse connections. */
export async function startFaultyTcpProxy(target: string, plan: readonly ConnectionFault[]): Promise<FaultyTcpProxy> {
  const { hostname, port } = new URL(target)
  const counts = Object.fromEntries(connectionFaults.map((kind) => [kind, 0])) as FaultyTcpProxy['counts']
  const sockets = new Set<Socket>()
  let next = 0
  let isRepaired = false

  const server = createServer((client) => {
    const { kind, bytes } = (!isRepaired && plan[next++]) || { kind: 'none', bytes: 0 }
    const far = dial()
    const close = () => {
      client.destroy()
      far.destroy()
    }
    keep(client)
    client.once('data', () => {
      counts[kind] += 1
    })
    client.on('close', () => (kind === 'silent' ? undefined : far.destroy()))
    far.on('close', () => client.end())
    pass(client, far, kind === 'cutRequest' ? { bytes, close } : undefined)
    if (kind === 'silent') far.once('data', close)
    else pass(far, client, kind === 'cutAnswer' ? { bytes, close } : undefined)
    if (kind === 'twice') {
      const again = dial()
      client.pipe(again, { end: false })
      again.resume()
    }
  })

  function dial(): Socket {
    return keep(connect(Number(port), hostname))
  }
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    mend() {
      isRepaired = true
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

type Cut = { bytes: number; close: () => void }

function pass(from: Socket, to: Socket, cut: Cut | undefined): void {
  let passed = 0
  from.on('data', (chunk) => {
    const rest = cut ? cut.bytes - passed : chunk.length
    passed += chunk.length
    to.write(chunk.subarray(0, Math.max(0, rest)), () => {
      if (cut && passed >= cut.bytes) cut.close()
    })
  })
}
