import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { multipartParts } from './multipart.ts'

type Body = { type?: string; length?: number; limits?: { parts: number; bytes: number }; most?: number }
type ReadPart = { name: string; filename: string | undefined; content: string | undefined }

/** Reads a form that arrives in pieces of `size` bytes. */
async function read(body: Buffer | string, size = 65_536, { type, length, limits, most = 1e6 }: Body = {}) {
  const bytes = Buffer.from(body)
  let taken = 0
  function* pieces() {
    for (let at = 0; at < bytes.length; at += size) {
      taken += Math.min(size, bytes.length - at)
      yield bytes.subarray(at, at + size)
    }
  }
  const headers = { 'content-type': type ?? 'multipart/form-data; boundary=b', 'content-length': length }
  const request = { raw: Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }), headers }
  const found: ReadPart[] = []
  const problem = await (async () => {
    const parts = multipartParts(request as unknown as FastifyRequest, limits ?? { parts: 10, bytes: 1e7 })
    for await (const { read, ...part } of parts)
      found.push({ ...part, content: (await read(most))?.toString('latin1') })
  })().catch((error) => {
    if (!(error instanceof Problem)) throw error
    return error.kind
  })
  return { found, problem, taken }
}

const part = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

test('reads fields and files of a form, whatever pieces it arrives in', async () => {
  const binary = '\r\n--\r\n--a\r\n-\0\xff--b'
  const form = Buffer.from(
    `${part('name="a"', 'one')}${part('name="photo"; filename="x.png"', binary)}${part('name="empty"', '')}--b--\r\n`,
    'latin1',
  )
  for (const size of [1, 2, 3, 7, 64, 65_536]) {
    const { found, problem } = await read(form, size)
    expect(problem).toBeUndefined()
    expect(found).toEqual([
      { name: 'a', filename: undefined, content: 'one' },
      { name: 'photo', filename: 'x.png', content: binary },
      { name: 'empty', filename: undefined, content: '' },
    ])
  }
})

test.each([
  ['name="a b"; filename="caf\u00e9 \u5305\u88c5.png"', 'a b', 'caf\u00e9 \u5305\u88c5.png'],
  ['name=plain; filename=plain.png', 'plain', 'plain.png'],
  ['NAME="a"; FileName="say \\"hi\\"; now.png"', 'a', 'say "hi"; now.png'],
  ['name="a"; filename="C:\\folder\\x.png"', 'a', 'x.png'],
  ['name="a"; filename="_.png"; filename*=UTF-8\'\'na%C3%AFve.png', 'a', 'na\u00efve.png'],
  ['name="a"; filename=""', 'a', ''],
])('reads the names of %s', async (disposition, name, filename) => {
  expect((await read(`preamble\r\n${part(disposition, '')}--b--`)).found).toEqual([{ name, filename, content: '' }])
})

test('reads the type of a form in any notation, and headers that it does not know', async () => {
  const body =
    '--b\r\ncontent-type: text/plain\r\nContent-Disposition:form-data;name="a"\r\ncontent-length: 1\r\n\r\nx\r\n--b--'
  for (const type of ['multipart/form-data; boundary="b"', 'multipart/form-data;charset=utf-8;Boundary=b'])
    expect((await read(body, 10, { type })).found).toEqual([{ name: 'a', filename: undefined, content: 'x' }])
})

test.each([
  ['no boundary', part('name="a"', 'x'), { type: 'multipart/form-data' }],
  ['an empty boundary', part('name="a"', 'x'), { type: 'multipart/form-data; boundary=' }],
  ['an empty boundary in quotes', part('name="a"', 'x'), { type: 'multipart/form-data; boundary=""' }],
  ['a boundary that is too long', part('name="a"', 'x'), { type: `multipart/form-data; boundary=${'b'.repeat(71)}` }],
  ['an empty body', '', {}],
  ['a body without delimiters', 'x'.repeat(200_000), {}],
  ['a body that is cut off in its headers', '--b\r\ncontent-disposition: form-data; na', {}],
  ['a body that is cut off in a content', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nhal', {}],
  ['a body without its last delimiter', part('name="a"', 'x'), {}],
  ['headers without an end', `--b\r\n${'x'.repeat(100_000)}`, {}],
])('answers 400 to %s', async (_, body, options) => {
  expect((await read(body, 1000, options)).problem).toBe(coreProblems.invalid)
})

test('stops at the first limit that is exceeded, and reads nothing of what follows', async () => {
  const flood = await read('--b\r\n'.repeat(150_000), 16_384)
  expect(flood).toMatchObject({ found: [], problem: coreProblems.invalid })
  expect(flood.taken).toBeLessThan(100_000)
  const parts = await read(part('name="a"', '').repeat(20_000), 16_384)
  expect(parts).toMatchObject({ problem: coreProblems.tooLarge })
  expect(parts.found).toHaveLength(10)
  expect(parts.taken).toBeLessThan(100_000)
})

test('rejects a body above the limit: before it reads when the length is known, otherwise at the limit', async () => {
  const body = part('name="a"', 'x'.repeat(500_000))
  const limits = { parts: 1, bytes: 100_000 }
  expect(await read(body, 1000, { limits, length: body.length })).toEqual({
    found: [],
    problem: coreProblems.tooLarge,
    taken: 0,
  })
  const chunked = await read(body, 1000, { limits })
  expect(chunked).toMatchObject({ found: [], problem: coreProblems.tooLarge })
  expect(chunked.taken).toBeLessThan(110_000)
})

test('returns no content that is longer than asked for, and continues with the next part', async () => {
  const body = `${part('name="long"', 'x'.repeat(5000))}${part('name="short"', 'y')}--b--`
  const { found, problem } = await read(body, 700, { most: 100 })
  expect(problem).toBeUndefined()
  expect(found.map(({ content }) => content)).toEqual([undefined, 'y'])
})
