import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { coreProblems } from '#shared/core/api/problem.ts'
import { readBody } from './read-body.ts'

const kB = 1024
const inPieces = (bytes: Buffer, piece = 16 * kB) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) => bytes.subarray(n * piece, (n + 1) * piece)),
  )

test('returns the content of a plain or compressed body', async () => {
  const bytes = randomBytes(300 * kB)
  expect(await readBody(inPieces(bytes), { limit: 300 * kB, gzip: false })).toEqual(bytes)
  expect(await readBody(inPieces(gzipSync(bytes)), { limit: 301 * kB, gzip: true })).toEqual(bytes)
  expect(await readBody(inPieces(gzipSync(''), 1), { limit: kB, gzip: true })).toHaveLength(0)
})

test('counts the decompressed bytes', async () => {
  const send = (size: number) => readBody(inPieces(gzipSync(Buffer.alloc(size))), { limit: 512 * kB, gzip: true })
  await expect(send(512 * kB)).resolves.toHaveLength(512 * kB)
  await expect(send(512 * kB + 1)).rejects.toMatchObject({ kind: coreProblems.tooLarge })
})

test('stops decompressing at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(400 * kB * kB))
  const cpu = async (work: () => unknown) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const whole = await cpu(() => gunzipSync(bomb))
  const refusal = await cpu(() => expect(readBody(inPieces(bomb), { limit: 512 * kB, gzip: true })).rejects.toThrow())
  expect(refusal / whole).toBeLessThan(0.5)
})

test('stops reading when a piece of the content is rejected', async () => {
  let seen = 0
  const check = () => {
    seen++
    throw new RangeError('rejected')
  }
  const body = gzipSync(Buffer.alloc(400 * kB))
  await expect(readBody(inPieces(body, 1 * kB), { limit: 512 * kB, gzip: true, check })).rejects.toThrow('rejected')
  expect(seen).toBe(1)
})

test('rejects a truncated body and invalid gzip', async () => {
  const half = gzipSync(randomBytes(100 * kB)).subarray(0, 50 * kB)
  for (const bytes of [half, Buffer.from('{"plain":"text"}')]) {
    await expect(readBody(inPieces(bytes), { limit: 512 * kB, gzip: true })).rejects.toMatchObject({
      kind: coreProblems.invalid,
    })
  }
  const source = inPieces(randomBytes(100 * kB))
  const body = readBody(source, { limit: 512 * kB, gzip: false })
  source.destroy()
  await expect(body).rejects.toMatchObject({ kind: coreProblems.invalid })
})
