import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that answers the commands of the rate limits as Redis does. */
type FakeRedis = {
  url: string
  /** Calls that it has counted. */
  counted(): number
  /** From now on it accepts connections and commands and answers none, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** @param port the port of a server that was closed; without it, a free one */
export async function startFakeRedis(port = 0): Promise<FakeRedis> {
  const sockets = new Set<Socket>()
  const calls = new Map<string, number>()
  const held: (() => void)[] = []
  let isFrozen = false
  let counted = 0

  function answerTo([name = '', , , key = '']: string[]): string {
    if (name === 'info') return '$9\r\nloading:0\r\n'
    if (name !== 'eval') return '+OK\r\n'
    counted++
    calls.set(key, (calls.get(key) ?? 0) + 1)
    return `*2\r\n:${calls.get(key)}\r\n:60000\r\n`
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const answer = () => socket.write(commandsIn(data.toString()).map(answerTo).join(''))
      if (isFrozen) held.push(answer)
      else answer()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted: () => counted,
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
      for (const answer of held.splice(0)) answer()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The commands of one piece of data: each is an array of texts with their lengths. */
function commandsIn(data: string): string[][] {
  const commands = data.split(/^\*\d+\r\n/m).slice(1)
  return commands.map((command) => {
    const words: string[] = []
    for (let at = 0; at < command.length; ) {
      const lengthEnd = command.indexOf('\r\n', at)
      const length = Number(command.slice(at + 1, lengthEnd))
      words.push(command.slice(lengthEnd + 2, lengthEnd + 2 + length))
      at = lengthEnd + 2 + length + 2
    }
    return words
  })
}
