import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerConsole } from './console.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-console-'))
const app = Fastify()
const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeAll(async () => {
  put('console/index.html', 'page')
  put('console/service-worker.js', 'worker')
  put('console/assets/screen-2.js', 'new')
  put('console/assets/screen-3.js', 'large')
  put('console/assets/screen-3.js.br', brotliCompressSync('large'))
  put('earlier/assets/screen-1.js', 'old')
  app.setErrorHandler((error, _request, reply) => reply.status(404).send((error as Error).message))
  await registerConsole(app, join(folder, 'console'), join(folder, 'earlier/assets'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function get(url: string) {
  const { statusCode, body, headers } = await app.inject({ url })
  return [statusCode, body, headers['cache-control']]
}
const year = 'public, max-age=31536000, immutable'

test('serves the console page at every console address, always revalidated', async () => {
  expect(await get('/')).toEqual([200, 'page', 'no-cache'])
  expect(await get('/settings/business')).toEqual([200, 'page', 'no-cache'])
  expect(await get('/service-worker.js')).toEqual([200, 'worker', 'no-cache'])
})

test('serves open tabs the chunks of their own version after a deployment [OF01]', async () => {
  expect(await get('/assets/screen-2.js')).toEqual([200, 'new', year])
  expect(await get('/assets/screen-1.js')).toEqual([200, 'old', year])
  expect((await get('/assets/screen-0.js'))[0]).toBe(404)
})

test('serves a compressed asset to browsers that accept Brotli, and an uncompressed one to others', async () => {
  const url = '/assets/screen-3.js'
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.rawPayload, packed.headers['content-encoding']]).toEqual([brotliCompressSync('large'), 'br'])
  expect(packed.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': year })
  expect(packed.headers['content-type']).toMatch('javascript')
  expect(await get(url)).toEqual([200, 'large', year])
  expect((await app.inject({ url: '/assets/screen-2.js', headers: { 'accept-encoding': 'br' } })).body).toBe('new')
})

test('does not serve the console page at the server’s own paths', async () => {
  for (const path of [
    '/api/unknown',
    '/verify.html',
    '/log/unknown',
    '/timestamp?hex=',
    '/assets/unknown.js',
    '/unknown.js?v=1',
    '/settings/unknown.map',
    '/.env',
    '/V/unknown',
  ])
    expect((await get(path))[0], path).toBe(404)
  expect((await get('/logistic?page=2&file=a.pdf'))[1]).toBe('page')
})
