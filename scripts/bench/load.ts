import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const connections = 50
const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Requests per second that 50 connections get answered, each sending its next request once its last one is answered. The
 * caller shares the processors with the server, and the pgbench it is compared with is a C program: so requests are made
 * up before, and of an answer only status and length are read. An answer that is not 200 spoils the measurement.
 *
 * Every request takes the next path and names the next shopper's address, as a proxy would, so that no limit for one
 * caller is met.
 */
export async function answersPerSecond(url: string, paths: Iterator<string>, duration: number): Promise<number> {
  const { hostname, port } = new URL(url)
  let answered = 0
  let shopper = 0
  const nextRequest = () => {
    const address = `203.${(shopper >> 16) & 255}.${(shopper >> 8) & 255}.${shopper++ & 255}`
    return `GET ${paths.next().value} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-forwarded-for: ${address}\r\n\r\n`
  }
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const failed = new Promise<never>((_, reject) => {
    for (const socket of sockets) {
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The server closed a connection')))
      onAnswer(
        socket,
        () => {
          answered++
          socket.write(nextRequest(), 'latin1')
        },
        reject,
      )
    }
  })
  const begun = performance.now()
  for (const socket of sockets) socket.write(nextRequest(), 'latin1')
  try {
    await Promise.race([pause(duration * 1000), failed])
    return answered / ((performance.now() - begun) / 1000)
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
}

/** Calls `next` for each whole answer. One at a time is under way on a connection, so an answer ends where a chunk ends. */
function onAnswer(socket: Socket, next: () => void, fail: (error: Error) => void): void {
  let missing = -1
  let head: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    if (missing >= 0) {
      missing -= chunk.length
    } else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(endOfHead)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) {
        fail(new Error(`An answer that does not count: ${text}`))
        return
      }
      missing = Number(length) - (head.length - end - endOfHead.length)
      head = Buffer.alloc(0)
    }
    if (missing > 0) return
    missing = -1
    next()
  })
}
