import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { decodeVisitLog, decodeVisits } from '#shared/verdict/visits/visit-log-codec.ts'

const migration = join(import.meta.dirname, '../../core/migrations/0001_score_of_a_history.sql')

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await database?.drop()
})

/** A visit in the format of version 0.1.0: its last three bytes are minutes since the latest visit from its network. */
function visitOf22Bytes(n: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32BE(29_000_000 + n, 0)
  bytes.writeUInt32BE(0xfedc_0000 + n, 4)
  bytes.writeUInt16BE(500 + n, 8)
  bytes.writeUInt16BE(4000 - n, 10)
  bytes.write('MY', 12, 'latin1')
  bytes.writeInt16BE(314, 14)
  bytes.writeInt16BE(5084, 16)
  bytes.writeUInt8(n, 18)
  bytes.writeUIntBE(70_000 + n, 19, 3)
  return bytes
}
const converted = (n: number, phone: number) => ({
  minute: 29_000_000 + n,
  visitor: 0xfedc_0000 + n,
  kind: 500 + n,
  version: 4000 - n,
  country: 'MY',
  place: { lat: 3.14, lng: 101.68 },
  network: n,
  phone,
})

test('converts visit logs and waiting visits of version 0.1.0, each visitor as a phone of its own [VD04]', async () => {
  const [address, recent] = [randomUUID(), randomUUID()]
  const head = Buffer.alloc(8)
  head.writeUInt32BE(70, 0)
  head.writeUInt32BE(28_000_000, 4)
  const log = Buffer.concat([head, ...Array.from({ length: 64 }, (_, n) => visitOf22Bytes(n))])
  const waiting = Buffer.concat([visitOf22Bytes(64), visitOf22Bytes(65)])
  const statements = await readFile(migration, 'utf8')
  await database.query('insert into code_visits (address, visit_log, visits) values ($1, $2, $3)', [
    address,
    log,
    waiting,
  ])
  await database.query('insert into recent_visits (run, address, visits) values (0, $1, $2)', [recent, waiting])
  await database.query(statements)
  const [merged] = (await database.query('select visit_log, visits from code_visits')).rows
  expect(decodeVisitLog(merged.visit_log)).toEqual({
    checks: 70,
    since: 28_000_000,
    visits: Array.from({ length: 64 }, (_, n) => converted(n, n)),
  })
  expect(decodeVisits(merged.visits)).toEqual([converted(64, 0), converted(65, 0)])
  const [newest] = (await database.query('select visit_log, visits from recent_visits')).rows
  expect([newest.visit_log, decodeVisits(newest.visits)]).toEqual([null, [converted(64, 0), converted(65, 0)]])
})
