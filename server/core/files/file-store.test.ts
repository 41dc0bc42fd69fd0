import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileStore, openFileStore } from './file-store.ts'
import { openS3FileStore } from './file-store-s3.ts'

let dataDir: string
let files: FileStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-files-'))
  files = openFileStore({ dataDir, s3: undefined })
})
afterEach(async () => {
  await chmod(dataDir, 0o755)
  await rm(dataDir, { recursive: true, force: true })
})

test('finds a file by its SHA-256, whichever way it was stored', async () => {
  const content = randomBytes(300_000)
  const hash = createHash('sha256').update(content).digest('hex')
  const pieces = Readable.from([content.subarray(0, 1000), content.subarray(1000)])
  expect(await files.put(content)).toEqual({ hash, contentHash: hash, size: content.length })
  expect(await files.put(pieces)).toEqual({ hash, contentHash: hash, size: content.length })
  const found = await files.open(hash)
  expect(found!.size).toBe(content.length)
  expect(await buffer(found!.stream)).toEqual(content)
})

test('does not find a private document by its content', async () => {
  const content = Buffer.from('registration document')
  const stored = await files.put(content, { private: true })
  expect(stored.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(stored.hash).not.toBe(stored.contentHash)
  expect(await files.open(stored.contentHash)).toBeUndefined()
  expect((await files.open(stored.hash))!.size).toBe(content.length)
})

test('leaves no file behind when an upload fails', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield randomBytes(1000)
      throw new Error('the connection broke')
    })(),
  )
  await expect(files.put(breaking)).rejects.toThrow('the connection broke')
  expect(await readdir(join(dataDir, 'files'), { recursive: true })).toEqual(['incoming'])
})

test('never uses a name as a path unless it is 64 hex digits', async () => {
  for (const name of ['../../etc/passwd', 'a'.repeat(63), `${'a'.repeat(64)}/..`, '']) {
    await expect((async () => files.open(name))()).rejects.toThrow(RangeError)
  }
})

test('gives up when the service for files accepts a connection and does not answer', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const config = { bucket: 'files', region: 'us-east-1', accessKey: 'name', secretKey: 'word' }
  const timeouts = { connectionTimeout: 1000, requestTimeout: 100, socketTimeout: 1000 }
  const store = openS3FileStore({ ...config, endpoint: `http://127.0.0.1:${port}` }, timeouts)
  try {
    await expect(store.put(Buffer.from('bytes'))).rejects.toThrow('requestTimeout')
  } finally {
    silent.close()
  }
})
