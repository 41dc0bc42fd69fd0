import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { asProblem } from '#server/core/http/errors.ts'
import { audit } from '#server/core/logging/audit.ts'
import { brokenAuditEntries } from '#server/core/logging/audit-chain.ts'
import { auditEntry } from '#server/core/table.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'

let t: TestApp
let a: Person
let b: Person

beforeAll(async () => {
  t = await testApp()
  await t.database.query(
    `create table note (id uuid primary key default gen_random_uuid(), merchant_id uuid not null, words text not null);
     alter table note owner to assay; select guard_tenant_table('note');
     grant select, insert, update, delete on note to app_system`,
  )
  a = await t.signUp()
  b = await t.signUp()
  for (const person of [a, b]) {
    await t.services.db.tenant(person.merchantId!, (tx) =>
      tx.execute(sql`insert into note (merchant_id, words) values (${person.merchantId}, 'x')`),
    )
  }
})
afterAll(() => t.close())

test('returns only the merchant’s own rows for a query without a condition, in every guarded table', async () => {
  const { db } = t.services
  const rows = await db.tenant(a.merchantId!, async (tx) => (await tx.execute(sql`select merchant_id from note`)).rows)
  expect(rows).toEqual([{ merchant_id: a.merchantId }])
  const accounts = await db.tenant(b.merchantId!, async (tx) => (await tx.execute(sql`select id from account`)).rows)
  expect(accounts).toEqual([{ id: b.id }])
  const merchants = await db.tenant(b.merchantId!, async (tx) => (await tx.execute(sql`select id from merchant`)).rows)
  expect(merchants).toEqual([{ id: b.merchantId }])
})

test('returns no rows without a merchant, and on a reused connection', async () => {
  await t.services.db.owner(async (client) => {
    await client.query('begin')
    await client.query(`select set_config('role', 'app_tenant', true)`)
    expect((await client.query('select from note')).rowCount).toBe(0)
    await client.query(`select set_config('app.merchant_id', '', true)`)
    expect((await client.query('select from note')).rowCount).toBe(0)
    await client.query('rollback')
  })
})

test('rejects that a merchant writes, changes or deletes a row of another one', async () => {
  const { db } = t.services
  const foreign = db.tenant(a.merchantId!, (tx) =>
    tx.execute(sql`insert into note (merchant_id, words) values (${b.merchantId}, 'planted')`),
  )
  await expect(foreign).rejects.toMatchObject({ cause: { code: '42501' } })
  const touched = await db.tenant(a.merchantId!, (tx) =>
    tx.execute(sql`update note set words = 'changed' where merchant_id = ${b.merchantId}`),
  )
  expect(touched.rowCount).toBe(0)
  const readOnly = db.readonlyTenant(a.merchantId!, (tx) => tx.execute(sql`delete from note`))
  await expect(readOnly).rejects.toMatchObject({ cause: { code: '25006' } })
})

test('forces the policies of all tables of merchants, except those that COPY uses', async () => {
  const { rows } = await t.database.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  expect(rows).toEqual([{ relname: 'code' }, { relname: 'own_serial' }])
  const { rows: roles } = await t.database.query(
    `select rolname from pg_roles where rolname in ('assay', 'app_tenant', 'app_system', 'app_public', 'app_backup') and (rolsuper or rolbypassrls)`,
  )
  expect(roles).toEqual([])
})

test('denies accounts, sessions and mails to the public role', async () => {
  const read = (what: string) => t.services.db.publicPool.query(`select ${what}`)
  for (const table of ['account', 'session', 'account_token', 'mail_message', 'audit_entry', 'business']) {
    await expect(read(`from ${table}`)).rejects.toMatchObject({ code: '42501' })
  }
  await expect(read('remaining from wallet')).rejects.toMatchObject({ code: '42501' })
  await expect(read('expires_at from wallet')).resolves.toMatchObject({ rows: [] })
})

test('chains the entries of the audit trail, rejects changes, and shows a forged entry [AD06]', async () => {
  const { db } = t.services
  const origin = { id: 'request-1', actor: { ...a, confirmed: true, demo: false, signIn: null, key: null } }
  const write = (place: number) =>
    db.tenant(a.merchantId!, (tx) =>
      audit(tx, origin, 'note.changed', { subject: `note ${place}`, data: { place, б: 'ж' } }),
    )
  await Promise.all([1, 2, 3, 4, 5].map(write))
  const entries = await db.system((tx) => tx.select().from(auditEntry).orderBy(auditEntry.seq))
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(entries[3]!.prevHash).toEqual(entries[2]!.hash)
  expect(await db.system((tx) => brokenAuditEntries(tx, { isFull: true }))).toEqual([])

  const change = db.system((tx) => tx.execute(sql`update audit_entry set subject = 'other'`))
  await expect(change).rejects.toMatchObject({ cause: { message: 'audit_entry is append-only' } })
  await expect(db.system((tx) => tx.execute(sql`delete from audit_entry`))).rejects.toThrow()

  await t.database.query(
    `set local session_replication_role = replica; update audit_entry set data = '{}' where seq = 3`,
  )
  expect(await db.system((tx) => brokenAuditEntries(tx, { isFull: true }))).toEqual([{ stream: a.merchantId, seq: 3 }])
})

test('writes an administrator’s action on a merchant into the audit trail of that merchant', async () => {
  const admin = await t.admin()
  const origin = { id: 'request-2', actor: { ...admin, confirmed: true, demo: false, signIn: null, key: null } }
  await t.services.db.system((tx) =>
    audit(tx, origin, 'business.verified', { subject: 'business 1', merchantId: b.merchantId }),
  )
  const seen = await t.services.db.tenant(b.merchantId!, (tx) => tx.select().from(auditEntry))
  expect(seen).toMatchObject([{ stream: b.merchantId, actorId: admin.id, reference: 'request-2' }])
})

test('responds to every caller and leaves no leaked or partial data when backends are killed at random', async () => {
  const { db } = t.services
  const tenants = [a, b, await t.signUp(), await t.signUp()].map(({ merchantId }) => merchantId!)
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const outcomes = { done: 0, refused: 0 }
  const committed = new Map<string, number>(tenants.map((tenant) => [tenant, 0]))
  const until = Date.now() + 5_000
  let kills = 0

  const killer = async () => {
    while (Date.now() < until) {
      const { rowCount } = await t.database.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
           where datname = $1 and application_name = 'assay' and pid <> pg_backend_pid() order by random() limit 1) one`,
        [t.database.name],
      )
      kills += rowCount ?? 0
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  const worker = async (tenant: string) => {
    while (Date.now() < until) {
      const marker = crypto.randomUUID()
      try {
        await db.tenant(tenant, async (tx) => {
          await tx.execute(sql`insert into note (merchant_id, words) values (${tenant}, ${marker})`)
          const { rows } = await tx.execute(sql`select distinct merchant_id from note`)
          if (rows.some((row) => row.merchant_id !== tenant)) throw new Error('another tenant was seen')
          await tx.execute(sql`insert into note (merchant_id, words) values (${tenant}, ${marker})`)
        })
        outcomes.done++
        committed.set(tenant, committed.get(tenant)! + 1)
      } catch (error) {
        expect(asProblem(error).kind.code, String(error)).toBe('core.unavailable')
        outcomes.refused++
      }
    }
  }
  await Promise.all([killer(), ...tenants.flatMap((tenant) => [worker(tenant), worker(tenant), worker(tenant)])])
  process.off('uncaughtException', note)

  expect(uncaught).toEqual([])
  expect(kills).toBeGreaterThan(20)
  expect(outcomes.refused).toBeGreaterThan(0)
  expect(outcomes.done).toBeGreaterThan(0)
  const { rows: halves } = await t.database.query(
    `select words from note where words <> 'x' group by words having count(*) <> 2 or count(distinct merchant_id) <> 1`,
  )
  expect(halves).toEqual([])
  for (const [tenant, least] of committed) {
    const { rowCount } = await t.database.query('select distinct words from note where merchant_id = $1', [tenant])
    expect(rowCount).toBeGreaterThanOrEqual(least)
  }
  const after = await db.tenant(a.merchantId!, async (tx) => (await tx.execute(sql`select 1 as one`)).rows)
  expect(after).toEqual([{ one: 1 }])
})
