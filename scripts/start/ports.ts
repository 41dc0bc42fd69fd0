import { type AddressInfo, createServer, type Server } from 'node:net'

/** A port that stays open until the process that answers on it has inherited it, so that no other program can take it. */
export type OpenPort = { port: number; fd: number; close(): void }

/** Opens the wanted port, or the first free one of the next twenty; 0 opens any. */
export async function openPort(wanted: number, host: string): Promise<OpenPort> {
  for (let port = wanted; port <= Math.min(wanted + 20, 65_535); port++) {
    const opened = await tryPort(port, host)
    if (opened) return opened
  }
  throw new Error(`Ports ${wanted} to ${wanted + 20} are all in use: set PORT to a free one.`)
}

function tryPort(port: number, host: string): Promise<OpenPort | undefined> {
  return new Promise((resolve, reject) => {
    // Nothing answers yet: a client gets the same as from a closed port.
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else if (error.code === 'EACCES') reject(new Error(`Port ${port} needs more rights: set PORT to one above 1023.`))
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        fd: descriptorOf(server),
        close: () => void server.close(),
      })
    })
  })
}

/** The descriptor, which the types of Node do not name. */
function descriptorOf(server: Server): number {
  return (server as unknown as { _handle: { fd: number } })._handle.fd
}
