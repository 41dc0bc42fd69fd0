import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const sliceMs = 20

type SlowLink = { url: string; close(): Promise<void> }

/** A proxy to a server on this machine that limits the uplink of all its connections together to a number of bytes a second. */
export async function slowLink(to: string, bytesPerSecond: number): Promise<SlowLink> {
  const target = new URL(to)
  const open = new Set<Socket>()
  const pace = pacer(bytesPerSecond)
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
      socket.on('close', () => open.delete(socket))
    }
    upstream.pipe(client)
    void carry(client, upstream, pace).catch(() => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function carry(from: Readable, to: Writable, pace: (bytes: number) => Promise<void>): Promise<void> {
  for await (const chunk of from) {
    const bytes = chunk as Buffer
    await pace(bytes.length)
    if (!to.write(bytes)) await once(to, 'drain')
  }
  to.end()
}

/** Forwards bytes when all bytes before them have passed the limit. */
function pacer(bytesPerSecond: number) {
  let freeAt = 0
  return async (bytes: number) => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1000
    if (freeAt - now > sliceMs) await sleep(freeAt - now)
  }
}
