import { Transform } from 'node:stream'

/**
 * Streams that together pass on a limited number of bytes a second, one chunk at a time in turn. Without the limit they would
 * block the event loop: a socket that always has data is read up to 32 times before the loop continues.
 */
export function createBandwidthThrottle(bytesPerSecond: number): () => Transform {
  let free = 0
  return () => {
    let timer: NodeJS.Timeout | undefined
    return new Transform({
      transform(chunk: Buffer, _, done) {
        const now = performance.now()
        const turn = Math.max(now, free)
        free = turn + (chunk.length / bytesPerSecond) * 1000
        timer = setTimeout(done, free - now, null, chunk)
      },
      destroy(error, done) {
        clearTimeout(timer)
        done(error)
      },
    })
  }
}
