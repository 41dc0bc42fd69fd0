import { hash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { cleanUpFiles } from '#server/media/jobs.ts'
import { auditContract } from '#shared/audit/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sealOldest } from './seal.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const inTwoMonths = () => new Date(Date.now() + 62 * 86_400_000)
const rowsOf = async (text: string, values: unknown[] = []) => (await world.database.query(text, values)).rows
const check = () => world.api(auditContract, admin).check({ query: {} })

/** Entries in the stream of a new merchant. */
async function streamOf(entries: number): Promise<string> {
  const person = await world.confirmedMerchant()
  const own = world.api(authContract, person)
  for (let i = 0; i < entries; i++) await own.endOthers().catch(() => undefined)
  return person.merchantId!
}

async function sealAll(broken = new Map<string, Error>()): Promise<number> {
  let total = 0
  for (let hasMore = true; hasMore; ) {
    const step = await sealOldest(world.services, inTwoMonths(), broken)
    total += step.removed
    hasMore = step.hasMore
  }
  return total
}

test('writes old entries to a file whose chain can be recomputed, then deletes them [AD06]', async () => {
  const stream = await streamOf(3)
  const before = await rowsOf(
    'select seq, encode(hash, $$hex$$) as hash from audit_entry where stream = $1 order by seq',
    [stream],
  )
  expect(await sealAll()).toBeGreaterThanOrEqual(before.length - 1)

  const remaining = await rowsOf('select seq from audit_entry where stream = $1', [stream])
  expect(remaining).toEqual([{ seq: before.at(-1).seq }])
  const [seal] = await rowsOf('select * from audit_seal where stream = $1', [stream])
  expect(seal).toMatchObject({ entries: before.length - 1, seq: before.at(-2).seq })
  const file = await buffer((await world.services.files.open(seal.file))!.stream)
  expect(hash('sha256', file)).toBe(seal.sha256)
  const lines = gunzipSync(file).toString().trim().split('\n')
  let previous = ''
  for (const [i, line] of lines.entries()) {
    const entry = JSON.parse(line)
    expect(entry.prevHash).toBe(previous)
    previous = hash('sha256', Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(entry.text)]))
    expect([previous, entry.hash]).toEqual([before[i].hash, before[i].hash])
  }
})

test('continues the hash chain from a seal, and detects a change after the seal [AD06]', async () => {
  const stream = await streamOf(2)
  await sealAll()
  expect((await check()).broken).toEqual([])
  await world.database.query(
    `set local session_replication_role = replica; update audit_entry set subject = $$x$$ where stream = '${stream}'`,
  )
  expect((await check()).broken).toMatchObject([{ stream }])
  await world.database.query(
    `set local session_replication_role = replica; delete from audit_entry where stream = '${stream}'`,
  )
})

test('deletes no entries of a stream when its chain is broken, and no unsealed entries [AD06]', async () => {
  const [stream, later] = [await streamOf(3), await streamOf(3)]
  await expect(
    world.services.db.system((tx) => tx.execute(`delete from audit_entry where stream = '${stream}'`)),
  ).rejects.toMatchObject({ cause: { message: 'audit_entry is append-only' } })
  await world.database.query(
    `set local session_replication_role = replica; update audit_entry set subject = 'x' where seq = 2 and stream = '${stream}'`,
  )
  const entries = await rowsOf('select count(*)::int as n from audit_entry where stream = $1', [stream])
  const broken = new Map<string, Error>()
  expect(await sealAll(broken)).toBeGreaterThanOrEqual(2)
  expect([...broken.keys()]).toEqual([stream])
  expect(broken.get(stream)!.message).toContain(`The audit trail ${stream} is not intact at entry 2`)
  expect(await rowsOf('select from audit_entry where stream = $1', [later])).toHaveLength(1)
  expect(await rowsOf('select count(*)::int as n from audit_entry where stream = $1', [stream])).toEqual(entries)
  await world.database.query(
    `set local session_replication_role = replica; delete from audit_entry where stream = '${stream}'`,
  )
})

test('downloads a sealed file that the list names, as administrator [AD06]', async () => {
  const stream = await streamOf(2)
  await sealAll()
  const { rows } = await world.api(auditContract, admin).seals({ query: { limit: 100 } })
  const found = rows.find((seal) => seal.stream === stream)!
  const call = { headers: { authorization: `Bearer ${admin.token}` } }
  const file = await world.app.inject({ ...call, url: `/api/audit/seals/${stream}/${found.seq}` })
  expect(file.headers['content-disposition']).toContain(`audit-${stream}-${found.seq}.jsonl.gz`)
  expect(hash('sha256', file.rawPayload)).toBe(found.sha256)
  expect((await world.app.inject({ ...call, url: `/api/audit/seals/${stream}/999` })).statusCode).toBe(404)
})

test('keeps the file of a seal when unused files are removed', async () => {
  await streamOf(2)
  await sealAll()
  const [seal] = await rowsOf('select file from audit_seal order by created_at desc limit 1')
  const longAgo = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(world.services.config.dataDir, 'files', seal.file.slice(0, 2), seal.file), longAgo, longAgo)
  await cleanUpFiles.run(
    {},
    { services: world.services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: 'test' },
  )
  expect(await world.services.files.open(seal.file)).toBeDefined()
})
