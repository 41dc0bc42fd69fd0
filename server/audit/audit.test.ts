import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#client/core/http/api.ts'
import { issueLink } from '#server/auth/mail-link.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { brokenAuditEntries, moveAuditCheckpoints } from '#server/core/logging/audit-chain.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { auditContract } from '#shared/audit/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { userContract } from '#shared/user/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const trail = () => world.api(auditContract, admin)

async function rejectionOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('The call was not rejected')
  return error
}

async function exported(query: string): Promise<string> {
  const { body } = await world.app.inject({
    url: `/api/audit/export?${query}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return body
}

test("lists the merchant's own actions in pages, without the names of administrators [AD06]", async () => {
  const [person, stranger] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  for (let i = 0; i < 3; i++)
    await world
      .api(authContract, person)
      .endOthers()
      .catch(() => undefined)
  await world.api(userContract, admin).update({ params: { id: person.id }, body: { name: 'Hopper' } })
  const own = world.api(auditContract, person)
  const first = await own.own({ query: { limit: 2 } })
  expect(first).toMatchObject({
    total: 4,
    rows: [
      { seq: 4, action: 'user.change', actor: { name: null, isAdmin: true, isKey: false } },
      { seq: 3, action: 'auth.endOthers', actor: { name: 'Hopper', isAdmin: false, isKey: false } },
    ],
  })
  const second = await own.own({ query: { limit: 2, page: 2 } })
  expect(second.rows.map(({ seq }) => seq)).toEqual([2, 1])
  expect(await world.api(auditContract, stranger).own({ query: {} })).toEqual({ rows: [], total: 0 })
})

test('names the account that signed in or set a password by a mailed link [AD06 AU01]', async () => {
  const person = await world.confirmedMerchant()
  const strangers = world.api(authContract)
  await strangers.signIn({ body: { identifier: person.email, password: person.password } })
  const code = (await world.services.db.system((tx) => issueLink(tx, person.id, 'reset')))!
  const password = 'Another-horse-2'
  await strangers.resetPassword({ body: { password, passwordConfirmation: password, code } })
  const { rows } = await world.api(auditContract, admin).list({ query: { actor: person.email } })
  expect(rows).toMatchObject([
    { action: 'auth.resetPassword', merchant: { id: person.merchantId }, actor: { id: person.id } },
    { action: 'auth.signIn', merchant: { id: person.merchantId }, actor: { id: person.id } },
  ])
})

test('filters the trail by day, the last day included [AD06]', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { total } = await trail().list({ query: { from: today, to: today } })
  expect(total).toBeGreaterThan(0)
  expect((await trail().list({ query: { to: '2020-01-01' } })).rows).toEqual([])
})

test('filters the trail by merchant, actor, action and reference, the latest first [AD06]', async () => {
  const person = await world.confirmedMerchant()
  const { rows: named } = await world.database.query('select name, code from merchant where id = $1', [
    person.merchantId,
  ])
  const own = world.api(authContract, person)
  await own.endOthers()
  await own.endOthers().catch(() => undefined)
  const users = world.api(userContract, admin)
  await users.update({ params: { id: person.id }, body: { name: 'Grace' } })

  const byMerchant = await trail().list({ query: { merchant: named[0].name } })
  expect(byMerchant.rows.map(({ action }) => action)).toEqual(['user.change', 'auth.endOthers', 'auth.endOthers'])
  const [changed] = byMerchant.rows
  expect(changed).toMatchObject({
    merchant: { id: person.merchantId, name: named[0].name },
    actor: { id: admin.id, email: admin.email },
    data: { changed: ['name'] },
    subject: person.id,
  })
  const only = { rows: [{ seq: changed!.seq }], total: 1 }
  expect(await trail().list({ query: { merchant: named[0].code, actor: admin.email } })).toMatchObject(only)
  expect(await trail().list({ query: { reference: changed!.reference } })).toMatchObject(only)
  expect((await trail().list({ query: { actor: 'grace', action: 'auth.' } })).total).toBe(2)
  expect((await trail().list({ query: { actor: 'grace', limit: 1, page: 2 } })).rows).toHaveLength(1)
  expect((await trail().list({ query: { action: '%' } })).total).toBe(0)
})

test('finds the entry by the reference of a displayed error [AD06]', async () => {
  const person = await world.confirmedMerchant()
  const change = { oldPassword: 'Nope-nope-1', newPassword: 'Another-pass-3', newPasswordConfirm: 'Another-pass-3' }
  const { reference } = await rejectionOf(world.api(authContract, person).changePassword({ body: change }))
  const { rows } = await trail().list({ query: { reference } })
  expect(rows).toMatchObject([
    {
      action: 'call.refused',
      subject: 'POST /api/auth/change-password',
      actor: { id: person.id },
      merchant: { id: person.merchantId },
      data: { error: 'auth.wrongOldPassword', status: 400 },
    },
  ])
  // The typed values must not be recorded.
  expect(JSON.stringify(rows)).not.toContain('Nope-nope-1')
  const stranger = await rejectionOf(world.api(authContract).signIn({ body: { identifier: 'x', password: 'y' } }))
  expect((await trail().list({ query: { reference: stranger.reference } })).total).toBe(0)
})

test('exports the filtered entries in order, without spreadsheet formulas [AD06]', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(`update merchant set name = '=1+1 Ltd' where id = $1`, [person.merchantId])
  await world.database.query(
    `insert into audit_entry (stream, seq, merchant_id, action, subject, reference, data, prev_hash, hash)
     select $1::text, 0, $1::text::uuid, 'test.row', n::text, 'r', '{}', '', '' from generate_series(1, 2500) n`,
    [person.merchantId],
  )
  const lines = (await exported(`merchant=${encodeURIComponent('=1+1')}&action=test.`)).trim().split('\r\n')
  expect(lines[0]).toBe('at,merchant,actor,action,subject,reference,data,stream,seq,hash')
  expect(lines[1]).toContain(`'=1+1 Ltd`)
  const subjects = lines.slice(1).map((line) => Number(line.split(',')[4]))
  expect(subjects).toEqual(Array.from({ length: 2500 }, (_, n) => 2500 - n))
})

test('exports each of many entries once, the latest first, over all chunks [AD06]', async () => {
  await world.database.query(
    `insert into audit_entry (stream, seq, action, subject, reference, prev_hash, hash)
     select 'many', 0, 'many.entries', n::text, 'many', '', '' from generate_series(1, 1250) n`,
  )
  const subjects = (await exported('action=many.'))
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[4])
  expect(subjects).toEqual(Array.from({ length: 1250 }, (_, i) => String(1250 - i)))
})

test('reports whether the chain is intact, and where it is broken [AD06]', async () => {
  const before = await trail().check({ query: {} })
  expect(before.broken).toEqual([])
  expect([before.entries > 0, before.streams > 1]).toEqual([true, true])
  const { rows } = await world.database.query('select stream, seq::int from audit_entry order by at limit 1')
  await world.database.query('alter table audit_entry disable trigger append_only')
  await world.database.query(`update audit_entry set action = 'nothing' where stream = $1 and seq = $2`, [
    rows[0].stream,
    rows[0].seq,
  ])
  await world.database.query('alter table audit_entry enable trigger append_only')
  expect((await trail().check({ query: {} })).broken).toEqual([rows[0]])
})

test('begins a check at the checkpoint, and recomputes older entries in a full check [AD06]', async () => {
  const person = await world.confirmedMerchant()
  const stream = person.merchantId!
  const write = (entries: number) =>
    world.database.query(
      `insert into audit_entry (stream, seq, merchant_id, action, subject, reference, data, prev_hash, hash)
       select $1::text, 0, $1::text::uuid, 'test.row', n::text, 'r', '{}', '', '' from generate_series(1, $2::int) n`,
      [stream, entries],
    )
  const change = (seq: number, action: string) =>
    world.database.query(
      `set local session_replication_role = replica; update audit_entry set action = '${action}' where stream = '${stream}' and seq = ${seq}`,
    )
  const broken = async (full: 'true' | 'false') =>
    (await trail().check({ query: { full } })).broken.filter((place) => place.stream === stream)
  const moveCheckpoints = async () => {
    while (await world.services.db.system((tx) => moveAuditCheckpoints(tx, 30)));
    const { rows } = await world.database.query('select seq::int from audit_checkpoint where stream = $1', [stream])
    return rows[0].seq
  }
  await write(100)
  expect(await moveCheckpoints()).toBe(100)
  await write(20)

  await change(50, 'forged')
  expect(await broken('false')).toEqual([])
  expect(await broken('true')).toEqual([{ stream, seq: 50 }])
  await change(50, 'test.row')
  expect(await broken('true')).toEqual([])

  for (const seq of [100, 110]) {
    await change(seq, 'forged')
    expect(await broken('false')).toEqual([{ stream, seq }])
    expect(await broken('true')).toEqual([{ stream, seq }])
    expect(await moveCheckpoints()).toBe(100)
    await change(seq, 'test.row')
  }
  expect(await moveCheckpoints()).toBe(120)

  await world.database.query(
    `set local session_replication_role = replica; delete from audit_entry where stream = '${stream}' and seq > 90`,
  )
  expect(await broken('false')).toEqual([{ stream, seq: 120 }])
  expect(await broken('true')).toEqual([{ stream, seq: 120 }])
})

test('reads only the entries since the checkpoints, whatever their number before [AD06]', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(
    `insert into audit_entry (stream, seq, merchant_id, action, subject, reference, data, prev_hash, hash)
     select $1::text, 0, $1::text::uuid, 'test.row', n::text, 'r', '{}', '', '' from generate_series(1, 20000) n`,
    [person.merchantId],
  )
  await world.database.query('analyze audit_entry')
  const { db } = world.services
  while (await db.system((tx) => moveAuditCheckpoints(tx, 10_000)));
  const rowsRead = (isFull: boolean) =>
    db.system(async (tx) => {
      const before = await fetchedRows(tx)
      await brokenAuditEntries(tx, { isFull })
      return (await fetchedRows(tx)) - before
    })
  expect(await rowsRead(true)).toBeGreaterThan(20_000)
  expect(await rowsRead(false)).toBeLessThan(1_000)
})

async function fetchedRows(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ rows: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'audit_entry'`)
  return rows[0]!.rows
}
