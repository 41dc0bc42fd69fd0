import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { openDestination } from '#server/transparency/publish/destination.ts'
import { publishLog } from '#server/transparency/publish/publish.ts'
import { startLog } from '#server/transparency/start.ts'
import { addBatches, growLog } from '#server/transparency/test/log-fixture.ts'
import { recoverLog } from './recover-log.ts'

const origin = 'log.example/lost'
const polling = { timeout: 60_000, interval: 200 }
const folder = mkdtempSync(join(tmpdir(), 'assay-recovered-log-'))
const logFiles = { folder }
let signer: SignerChild
let newest: TestDatabase
let dump: TestDatabase
let forked: TestDatabase
let site: TestApp

const open = (database: TestDatabase) =>
  testApp({ database, config: { signerSocket: signer.socket, logOrigin: origin, logIntervalSeconds: 1, logFiles } })
const entriesOf = async (database: TestDatabase) =>
  (await database.query('select idx::int, entry from log_entry order by idx')).rows
const heads = async (database: TestDatabase) =>
  (await database.query('select size::int, root, signature from log_head order by size desc limit 1')).rows[0]

/** A dump with 3 entries and a waiting batch; then this batch and 300 others entered the log, whose files were published. */
beforeAll(async () => {
  ;[signer, newest] = await Promise.all([SignerChild.start(), cloneDatabase()])
  site = await open(newest)
  await addBatches(newest, 3)
  await growLog(site, signer, origin)
  await addBatches(newest, 1)
  await site.close()
  dump = await vi.waitFor(() => cloneDatabase(newest.name), polling)
  forked = await vi.waitFor(() => cloneDatabase(newest.name), polling)
  site = await open(newest)
  await addBatches(newest, 300)
  await growLog(site, signer, origin)
  await publishLog(site.services.db.read, site.services.config, openDestination(logFiles, undefined))
  await site.close()
}, 180_000)
afterAll(async () => {
  await Promise.all([newest?.drop(), dump?.drop(), forked?.drop(), signer?.end()])
  rmSync(folder, { recursive: true, force: true })
})

test('continues the signed log from its published files when the database lost entries', {
  timeout: 120_000,
}, async () => {
  site = await open(dump)
  await addBatches(dump, 2)
  const log = startLog(site.services)
  // 304 entries were published, and the two new batches follow them.
  await expect.poll(async () => (await heads(dump))?.size, polling).toBe(306)
  await expect.poll(async () => (await heads(dump))?.signature, polling).toBeTruthy()
  expect((await entriesOf(dump)).slice(0, 304)).toEqual(await entriesOf(newest))
  // The batch that waited in the dump has its entry once.
  const { rows } = await dump.query(
    `select count(*)::int as known from log_entry e join anchor_commitment c on c.id = e.commitment_id where idx < 304`,
  )
  expect(rows).toEqual([{ known: 4 }])
  expect((await dump.query('select from log_queue')).rowCount).toBe(0)
  expect((await dump.query('select from log_problem')).rowCount).toBe(0)
  expect((await dump.query('select from mail_message')).rowCount).toBe(0)
  await log.stop()
  await site.close()
})

test('refuses files of another history, and changes nothing in the database', { timeout: 120_000 }, async () => {
  await forked.query(
    `begin; set local session_replication_role = replica; update log_tile set hashes = sha256(hashes) || substring(hashes from 33); commit`,
  )
  site = await open(forked)
  const before = await entriesOf(forked)
  await expect(recoverLog(site.services.db, site.services.config)).rejects.toThrow('its history is another one')
  expect(await entriesOf(forked)).toEqual(before)
  await site.close()
})
