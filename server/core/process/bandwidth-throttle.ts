import { Transform } from 'node:stream'

/**
 * Streams that together pass on at most so many bytes a second, each chunk in its turn. What is passed on without a limit
 * holds up the event loop: a socket that always has more to read is read up to 32 times before the loop goes on.
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
