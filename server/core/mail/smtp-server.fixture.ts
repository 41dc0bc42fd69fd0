import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type SmtpServer = {
  url: string
  /** The mails as they were sent, headers first, in the order of their arrival. */
  received: string[]
  /** The lines that named a recipient. */
  envelopes: string[]
  close(): void
}
type Options = {
  /** So many senders are rejected for the moment, as by a greylisting server. */
  refusals?: number
  /** Runs when a mail has arrived completely, before it is acknowledged. */
  onMail?: (mail: string) => Promise<void> | void
}

/** A mail server (RFC 5321) on this machine that stores the mails that it receives. */
export async function smtpServer({ refusals = 0, onMail }: Options = {}): Promise<SmtpServer> {
  const [received, envelopes]: [string[], string[]] = [[], []]
  const sockets = new Set<Socket>()
  let refused = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    let body: string | undefined
    socket.on('data', async (chunk) => {
      if (body !== undefined) {
        body += chunk
        if (!body.endsWith('\r\n.\r\n')) return
        const mail = body
        body = undefined
        received.push(mail)
        await onMail?.(mail)
        return socket.write('250 kept\r\n')
      }
      const word = chunk.toString().slice(0, 4).toUpperCase()
      if (word === 'MAIL' && refused < refusals) {
        refused += 1
        return socket.write('451 try again\r\n')
      }
      if (word === 'RCPT') envelopes.push(chunk.toString().trim())
      if (word === 'DATA') body = ''
      if (word === 'QUIT') return socket.end('221 bye\r\n')
      return socket.write(word === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    envelopes,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The value of a header of a mail, in one line. */
export function mailHeaderOf(mail: string, name: string): string | undefined {
  const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
}
