import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startLog } from '#server/transparency/start.ts'
import { addBatches, growLog } from '#server/transparency/test/log-fixture.ts'
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseNote } from '#shared/transparency/note.ts'
import { tilePath } from '#shared/transparency/tree.ts'
import { startBucket } from './bucket.fixture.ts'
import { type LogDestination, openDestination } from './destination.ts'
import { newFiles } from './new-files.ts'
import { publishLog } from './publish.ts'

const origin = 'log.example/files'
let site: TestApp
let signer: SignerChild
let folder: string
let destination: LogDestination

beforeAll(async () => {
  ;[site, signer] = await Promise.all([testApp(), SignerChild.start()])
}, 120_000)
afterAll(async () => {
  await site?.close()
  await signer?.end()
})
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
  folder = mkdtempSync(join(tmpdir(), 'assay-log-files-'))
  destination = openDestination({ folder }, undefined)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const grow = async (batches: number) => {
  await addBatches(site.database, batches)
  await growLog(site, signer, origin)
}
const publish = (to = destination) => publishLog(site.services.db.read, site.services.config, to)
const served = (path: string) => site.app.inject({ url: `/log/${path}` })
const sizeOf = (checkpoint: string) => parseCheckpoint(parseNote(checkpoint)!.body)!.size

async function filesIn(path = folder): Promise<string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(path.length + 1))
}

/** The published checkpoint and all files that its log consists of, as the server answers them. */
async function expectComplete(): Promise<number> {
  const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8')
  const size = sizeOf(checkpoint)
  for (const path of newFiles(0, size)) {
    const name = tilePath(path)
    expect([name, await readFile(join(folder, name))]).toEqual([name, (await served(name)).rawPayload])
  }
  return size
}

describe('the log as static files', () => {
  test('has the bytes of the server at every size, and no partial file of a full tile', async () => {
    for (const batches of [3, 250, 3, 1, 300]) {
      await grow(batches)
      await publish()
      await expectComplete()
      const wanted = (await served('checkpoint')).body
      expect(await readFile(join(folder, 'checkpoint'), 'utf8')).toBe(wanted)
      for (const name of ['policy', 'keys'])
        expect(await readFile(join(folder, name), 'utf8')).toBe((await served(name)).body)
    }
    const names = await filesIn()
    expect(names.filter((name) => name.includes('tile/0/000') || name.includes('entries/000'))).toHaveLength(2)
    expect(names.filter((name) => name.includes('.new'))).toEqual([])
    // Publishing the same checkpoint again writes no file.
    let writes = 0
    await publish({ ...destination, write: async () => void writes++ })
    expect(writes).toBe(0)
  })

  test('is complete for its checkpoint whichever write was the last one', async () => {
    await grow(5)
    await publish()
    const before = await expectComplete()
    await grow(600)
    for (let allowed = 0; ; allowed++) {
      let left = allowed
      const failing: LogDestination = {
        ...destination,
        async write(...file) {
          if (left-- === 0) throw new Error('the process was killed')
          await destination.write(...file)
        },
      }
      const killed = await publish(failing).then(
        () => false,
        () => true,
      )
      const size = await expectComplete()
      expect(size).toBe(killed ? before : before + 600)
      if (!killed) break
    }
  })

  test('is never overwritten by a shorter log, another log or another history', async () => {
    await grow(2)
    await publish()
    const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8')
    const size = sizeOf(checkpoint)
    const refused = async (text: string, words: string) => {
      await destination.write('checkpoint', Buffer.from(text), { type: 'text/plain; charset=utf-8', caching: '' })
      await expect(publish()).rejects.toThrow(words)
      expect(await readFile(join(folder, 'checkpoint'), 'utf8')).toBe(text)
    }
    await refused(checkpoint.replace(`\n${size}\n`, `\n${size + 1}\n`), 'it was restored from an old backup')
    await refused(checkpoint.replace(`\n${size}\n`, `\n${size - 1}\n`), 'another history')
    await refused(checkpoint.replace(`${origin}\n`, 'log.example/other\n'), 'has the log log.example/other')
    await refused('nonsense', 'damaged')
  })

  test('is written to a bucket with the types and times that caches need, below its prefix', async () => {
    const store = await startBucket()
    const bucket = openDestination({ bucket: 'log-files', prefix: 'assay/log/' }, store.s3)
    try {
      await grow(1)
      await publish(bucket)
      await grow(256)
      await publish(bucket)
      const size = sizeOf(store.objects.get('assay/log/checkpoint')!.content.toString())
      for (const path of newFiles(0, size)) {
        const name = tilePath(path)
        const object = store.objects.get(`assay/log/${name}`)
        expect([name, object?.content]).toEqual([name, (await served(name)).rawPayload])
        expect(object!.headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'cache-control': 'public, max-age=31536000, immutable',
        })
      }
      expect(store.objects.get('assay/log/checkpoint')!.headers['cache-control']).toBe('public, max-age=2')
      const partials = [...store.objects.keys()].filter((name) => name.includes('tile/0/') && name.includes('.p/'))
      expect(partials).toHaveLength(1)
    } finally {
      store.close()
    }
  })

  test('follows the log in the worker', { timeout: 60_000 }, async () => {
    const config = {
      ...site.services.config,
      signerSocket: signer.socket,
      logFiles: { folder },
      logIntervalSeconds: 0.05,
      logOrigin: origin,
    }
    const log = startLog({ ...site.services, config })
    try {
      await addBatches(site.database, 4)
      const { rows } = await site.database.query('select count(*)::int as batches from anchor_commitment')
      const size = () => readFile(join(folder, 'checkpoint'), 'utf8').then(sizeOf, () => 0)
      await expect.poll(size, { timeout: 30_000 }).toBe(rows[0].batches)
      await expectComplete()
    } finally {
      await log.stop()
    }
  })
})
