import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { createBandwidthThrottle } from './bandwidth-throttle.ts'

const pieces = (count: number) => Readable.from(Array.from({ length: count }, (_, n) => Buffer.alloc(10_000, n)))

test('passes on every byte in order, all streams together at the rate of one', async () => {
  const throttled = createBandwidthThrottle(200_000)
  const startedAt = performance.now()
  const [one, other] = await Promise.all([buffer(pieces(4).pipe(throttled())), buffer(pieces(2).pipe(throttled()))])
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  expect(one).toEqual(await buffer(pieces(4)))
  expect(other).toHaveLength(20_000)
})

test('destroys its source and passes on nothing more when the client disconnects', async () => {
  const source = pieces(100)
  const stream = createBandwidthThrottle(1_000)()
  const ended = expect(pipeline(source, stream)).rejects.toThrow()
  stream.destroy()
  await ended
  expect(source.destroyed).toBe(true)
})
