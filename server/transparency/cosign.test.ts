import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { parseNote, parseVkey, signatureOf } from '#shared/transparency/note.ts'
import { parsePolicy, verifyCheckpoint } from '#shared/transparency/policy.ts'
import { requestCosignature } from './cosign.ts'
import { startLog } from './start.ts'
import { addBatches, testLogKey } from './test/log-fixture.ts'
import { serveWitness } from './witness/witness-server.ts'

const origin = 'log.example/cosign'
const folder = mkdtempSync(join(tmpdir(), 'assay-cosign-'))
type Served = Awaited<ReturnType<typeof serveWitness>>
let witnesses: Served[]
let site: TestApp
let signer: SignerChild
let log: { stop(): Promise<void> }

/** A port at which connections are accepted and never answered. */
const silent = createServer(() => undefined)

beforeAll(async () => {
  const serve = (name: string) =>
    serveWitness({ name, folder: join(folder, name), logs: [testLogKey(origin)], host: '127.0.0.1', port: 0 })
  ;[signer, ...witnesses] = await Promise.all([
    SignerChild.start(),
    serve('one.example'),
    serve('two.example'),
  ] as const)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const absent = await serve('absent.example')
  await absent.close()
  const known = [...witnesses, absent].map(({ vkey, url }) => ({
    name: parseVkey(vkey)!.name,
    key: parseVkey(vkey)!,
    url,
  }))
  known[2]!.url = `http://127.0.0.1:${port}`
  site = await testApp({
    config: { signerSocket: signer.socket, logOrigin: origin, logWitnesses: known, logIntervalSeconds: 0.05 },
  })
  log = startLog(site.services)
}, 120_000)
afterAll(async () => {
  await log?.stop()
  await Promise.all(witnesses?.map(({ close }) => close()) ?? [])
  silent.closeAllConnections()
  silent.close()
  await site?.close()
  await signer?.end()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string) => (await site.app.inject({ url: `/log/${path}` })).body
async function judged() {
  const [checkpoint, policy] = [await get('checkpoint'), await get('policy')]
  const note = parseNote(checkpoint)
  if (!note) return { size: 0, witnesses: [], hasQuorum: false }
  const { witnesses: found, hasQuorum } = verifyCheckpoint(parsePolicy(policy), note, origin)
  return { size: Number(checkpoint.split('\n')[1]), witnesses: found.map(({ name }) => name), hasQuorum }
}

test('shows checkpoints that two of three witnesses signed when one does not respond', {
  timeout: 60_000,
}, async () => {
  for (const size of [3, 8, 300]) {
    await addBatches(site.database, size - (await judged()).size)
    const expected = { size, witnesses: ['one.example', 'two.example'], hasQuorum: true }
    await expect.poll(judged, { timeout: 30_000 }).toEqual(expected)
  }
})

test('continues without a quorum, and shows the last head that had one', { timeout: 60_000 }, async () => {
  await witnesses[1]!.close()
  await addBatches(site.database, 5)
  const signed = async () => {
    const { rows } = await site.database.query(
      'select max(size)::int as size from log_head where signature is not null',
    )
    return rows[0].size
  }
  await expect.poll(signed, { timeout: 30_000 }).toBe(305)
  expect(await judged()).toMatchObject({ size: 300, hasQuorum: true })
  const { rows } = await site.database.query('select signature from log_head where size = 305')
  expect(signatureOf(parseNote(`${await bodyOf(305)}\n${rows[0].signature}`)!, testLogKey(origin))).toMatchObject({
    time: null,
  })
})

test('reports a log that is shorter than a witness has seen it', { timeout: 60_000 }, async () => {
  await expect.poll(async () => (await lastSizeOf('one.example')) === 305, { timeout: 30_000 }).toBe(true)
  await log.stop()
  // Simulates a restore of an old backup: the later history is missing in the database.
  const statements = ['log_cosignature', 'log_head'].map(
    (table) =>
      `alter table ${table} disable trigger user; delete from ${table} where size > 8; alter table ${table} enable trigger user;`,
  )
  await site.database.query(statements.join('\n'))
  const witness = site.services.config.logWitnesses[0]!
  await site.database.query(
    `alter table log_cosignature disable trigger user; delete from log_cosignature; alter table log_cosignature enable trigger user;`,
  )
  await expect(requestCosignature(site.services.db, origin, witness)).rejects.toThrow(
    'has seen 305 entries and the log has 8: it was restored from an old backup',
  )
})

async function bodyOf(size: number): Promise<string> {
  const { rows } = await site.database.query(`select encode(root, 'base64') as root from log_head where size = $1`, [
    size,
  ])
  return `${origin}\n${size}\n${rows[0].root}\n`
}

async function lastSizeOf(witness: string): Promise<number> {
  const { rows } = await site.database.query('select max(size)::int as size from log_cosignature where witness = $1', [
    witness,
  ])
  return rows[0].size
}
