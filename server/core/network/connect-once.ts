import { connect } from 'node:net'

/** Connects to a Unix socket and disconnects. Rejects with the error of the system, or with a `TimeoutError`. */
export function connectOnce(path: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.setTimeout(timeoutMs, () => socket.destroy(new DOMException('', 'TimeoutError')))
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
