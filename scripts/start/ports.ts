import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Returns a free port: the wanted one, or the first free one of the next twenty; 0 chooses any. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  for (let port = wanted; port <= Math.min(wanted + 20, 65_535); port++) {
    const found = await tryPort(port, host)
    if (found !== undefined) return found
  }
  throw new Error(`Ports ${wanted} to ${wanted + 20} are all in use: set PORT to a free one.`)
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else if (error.code === 'EACCES') reject(new Error(`Port ${port} needs more rights: set PORT to one above 1023.`))
      else reject(error)
    })
    probe.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = probe.address() as AddressInfo
      probe.close(() => resolve(taken))
    })
  })
}
