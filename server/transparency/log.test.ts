import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTree } from '#server/anchoring/proof/merkle.ts'
import { leafHash } from '#server/anchoring/service.ts'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseEntry } from '#shared/transparency/entry.ts'
import { parseNote, signatureOf } from '#shared/transparency/note.ts'
import { partialWidth, tilePath } from '#shared/transparency/tree.ts'
import { enqueueMissingBatches } from './integrate.ts'
import { addBatches, growLog, testLogKey } from './test/log-fixture.ts'

const origin = 'log.example/test'
let site: TestApp
let signer: SignerChild

beforeAll(async () => {
  ;[site, signer] = await Promise.all([testApp(), SignerChild.start()])
}, 120_000)
afterAll(async () => {
  await site?.close()
  await signer?.end()
})

async function read(path: string): Promise<Buffer> {
  const answer = await site.app.inject({ url: `/log/${path}` })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.rawPayload
}

const grow = () => growLog(site, signer, origin)

/** The entries as a monitor reads them from the bundles. */
async function readEntries(size: number): Promise<Buffer[]> {
  const entries: Buffer[] = []
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256)
    const bundle = await read(tilePath({ level: 'entries', index, width }))
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
      entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)))
    }
  }
  return entries
}

async function readCheckpoint() {
  const note = parseNote((await read('checkpoint')).toString())!
  expect(signatureOf(note, testLogKey(origin))).toMatchObject({ time: null })
  return parseCheckpoint(note.body)!
}

test('lists each batch once, in tiles and entries whose root the log signed', async () => {
  const roots = await addBatches(site.database, 700)
  // As in a log that was emptied: see new-log.ts.
  await site.database.query(
    'delete from log_queue where commitment_id in (select commitment_id from log_queue limit 300)',
  )
  await grow()
  expect((await readCheckpoint()).size).toBe(400)
  await site.services.db.system(enqueueMissingBatches)
  await site.services.db.system(enqueueMissingBatches)
  await grow()
  const { size, root } = await readCheckpoint()
  expect(size).toBe(700)
  const entries = await readEntries(size)
  const named = entries.map((entry) => parseEntry(entry.toString())!.root)
  expect(named.toSorted()).toEqual(roots.map((one) => one.toString('hex')).toSorted())
  const leaves = entries.map(leafHash)
  expect(Buffer.from(root)).toEqual(buildTree(Buffer.concat(leaves)).root)
  expect(await read('tile/0/001')).toEqual(Buffer.concat(leaves.slice(256, 512)))
  expect(await read('tile/0/002.p/100')).toEqual(Buffer.concat(leaves.slice(512, 612)))
  const top = await read(tilePath({ level: 1, index: 0, width: partialWidth(1, size) }))
  expect(top).toEqual(Buffer.concat([0, 256].map((at) => buildTree(Buffer.concat(leaves.slice(at, at + 256))).root)))
})

test('serves files that caches may keep for ever, and none beyond the log', async () => {
  const get = async (path: string) => site.app.inject({ url: `/log/${path}` })
  const tile = await get('tile/0/000')
  expect(tile.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'content-type': 'application/octet-stream',
  })
  expect((await get('checkpoint')).headers['cache-control']).toBe('public, max-age=2')
  for (const path of [
    'tile/0/002',
    'tile/0/003',
    'tile/9/000',
    'tile/entries/002',
    'tile/0/2',
    'tile/x',
    'tile/0/99999999999',
  ]) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  }
  expect((await get('policy')).body).toMatch(/^log log\.example\/test\+[0-9a-f]{8}\+\S+\nquorum none\n$/)
  expect(JSON.parse((await get('keys')).body)).toMatchObject({
    origin,
    bitcoin: [expect.stringMatching(/^0[23][0-9a-f]{64}$/)],
    catapult: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  })
})

test('rejects a second history in the database', async () => {
  const refused = async (statement: string) => {
    await expect(site.database.query(statement), statement).rejects.toThrow(/append-only|duplicate key/)
  }
  await refused(`update log_head set root = sha256('other')`)
  await refused(`insert into log_head (size, root) select size, sha256('other') from log_head limit 1`)
  await refused('delete from log_head')
  await refused(`update log_tile set hashes = set_byte(hashes, 3, (get_byte(hashes, 3) + 1) % 256)`)
  await refused('update log_tile set hashes = substring(hashes for 32) where octet_length(hashes) > 32')
  await refused('delete from log_entry')
  await refused(
    `insert into log_entry (idx, commitment_id, entry) select 100000, commitment_id, entry from log_entry limit 1`,
  )
})

const kills = 8
const waiting = async () =>
  (await site.database.query('select count(*)::int as waiting from log_queue')).rows[0].waiting

test(`has each batch once and one root of each size after ${kills} kills`, { timeout: 300_000 }, async () => {
  const env = {
    ...process.env,
    ...startupEnvironment,
    DATABASE_URL: site.database.url,
    SIGNER_SOCKET: signer.socket,
    LOG_ORIGIN: origin,
  }
  const file = join(import.meta.dirname, 'test/log-child.ts')
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [file], { env })
    await once(child.stdout, 'data')
    const adding = Array.from({ length: 4 }, () => addBatches(site.database, 90))
    // Every second child adds all of them, so that the kill of the next one meets a log that grew.
    if (kill % 2 === 0) await Promise.all(adding).then(() => expect.poll(waiting, { timeout: 30_000 }).toBe(0))
    await sleep(kill * 20)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await Promise.all([ended, ...adding])
  }
  // A killed process holds its lock until the database notices.
  await expect.poll(async () => grow().then(waiting), { timeout: 30_000 }).toBe(0)
  const { size } = await readCheckpoint()
  const { rows: counts } = await site.database.query(`
    select (select count(*) from anchor_commitment)::int as batches, (select count(*) from log_entry)::int as entries,
      (select count(*) from log_queue)::int as waiting`)
  expect(counts[0]).toEqual({ batches: size, entries: size, waiting: 0 })
  const leaves = (await readEntries(size)).map(leafHash)
  const { rows: heads } = await site.database.query('select size::int, root from log_head order by size')
  expect(heads.length).toBeGreaterThan(kills / 2)
  for (const head of heads) {
    expect(head.root).toEqual(buildTree(Buffer.concat(leaves.slice(0, head.size))).root)
  }
})
