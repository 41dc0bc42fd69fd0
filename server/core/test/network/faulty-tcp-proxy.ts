import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Faults of one connection. - none: no fault · silent: the request arrives and its answer never does · twice: the
 * request arrives twice, at once - cutRequest, cutAnswer: only the first bytes pass, then both ends are closed
 */
export const connectionFaults = ['none', 'silent', 'twice', 'cutRequest', 'cutAnswer'] as const
/** `bytes` is where the cut is, or how many bytes are lost of what is longer than that. */
export type ConnectionFault = { tear: (typeof connectionFaults)[number]; bytes: number }

export type FaultyTcpProxy = {
  url: string
  /** How often each happened to a connection that carried a request. */
  counts: Record<ConnectionFault['tear'], number>
  /** From now on nothing happens. */
  mend(): void
  close(): Promise<void>
}

/** A way to a server on which each connection has the next fault of a list. Clients keep no connection alive. */
export async function startFaultyTcpProxy(target: string, plan: readonly ConnectionFault[]): Promise<FaultyTcpProxy> {
  const { hostname, port } = new URL(target)
  const counts = Object.fromEntries(connectionFaults.map((tear) => [tear, 0])) as FaultyTcpProxy['counts']
  const sockets = new Set<Socket>()
  let next = 0
  let mended = false

  const server = createServer((client) => {
    const { tear, bytes } = (!mended && plan[next++]) || { tear: 'none', bytes: 0 }
    const far = dial()
    const close = () => {
      client.destroy()
      far.destroy()
    }
    keep(client)
    client.once('data', () => {
      counts[tear] += 1
    })
    client.on('close', () => (tear === 'silent' ? undefined : far.destroy()))
    far.on('close', () => client.end())
    pass(client, far, tear === 'cutRequest' ? { bytes, close } : undefined)
    if (tear === 'silent') far.once('data', close)
    else pass(far, client, tear === 'cutAnswer' ? { bytes, close } : undefined)
    if (tear === 'twice') {
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
      mended = true
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
