import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/core/db/migrate.ts'
import { testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { debianPostgres, startDebianCluster } from './debian-cluster.ts'
import { runStatement } from './run-statement.ts'

/** pg_dump refuses a server that is newer than itself, so these tests have a server of the same version. */
describe.skipIf(!debianPostgres)('a backup with pg_dump', () => {
  let cluster: Awaited<ReturnType<typeof startDebianCluster>>
  const asAdmin = (database: string, text: string) => runStatement(cluster.url('postgres', database), text)
  /** Rows of each table, as a superuser sees them. */
  const counts = async (database: string) => {
    const { rows } = await asAdmin(
      database,
      `select c.oid::regclass::text as name, (xpath('/row/n/text()',
         query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text::int as count
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle', 'pgboss') order by 1`,
    )
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  const databaseIn = (name: string) => ({
    name,
    url: cluster.url('assay', name),
    query: (text: string, values?: unknown[]) => runStatement(cluster.url('postgres', name), text, values),
    drop: async () => {},
  })

  beforeAll(async () => {
    cluster = await startDebianCluster()
    await asAdmin('postgres', 'create role assay login createrole')
    for (const name of ['assay', 'restored']) await asAdmin('postgres', `create database ${name} owner assay`)
    await migrate(cluster.url('assay', 'assay'))
  }, 120_000)
  afterAll(() => cluster?.remove())

  test('reads every row with the role app_backup, and a restored database has all of them', {
    timeout: 180_000,
  }, async () => {
    const site = await testApp({ database: databaseIn('assay') })
    const sold = await product(site)
    await site.app.inject({ url: `/api/tag/verify?code=${sold.active[0]!.printed}` })
    await site.close()
    const file = join(cluster.folder, 'dump')
    const url = cluster.url('assay', 'assay')
    await expect(cluster.dump('--format=custom', `--file=${file}.owner`, url)).rejects.toThrow('row-level security')
    await cluster.dump('--format=custom', '--role=app_backup', '--enable-row-security', `--file=${file}`, url)
    await cluster.restore('--exit-on-error', '--dbname', cluster.url('assay', 'restored'), file)
    const found = await counts('restored')
    expect(found).toEqual(await counts('assay'))
    for (const table of ['merchant', 'account', 'code', 'payload', 'anchor_commitment', 'log_queue']) {
      expect([table, found[table] > 0]).toEqual([table, true])
    }
    const restored = await testApp({ database: databaseIn('restored') })
    const { printed, secret } = sold.active[0]!
    const { statusCode } = await restored.app.inject({ url: `/api/proof/${printed}?p=${secret}` })
    await restored.close()
    expect(statusCode).toBe(200)
  })

  test('opens each table with row policies to the role, also one that is created later', async () => {
    await asAdmin('assay', `set role assay; select ensure_scan_partition('2031-05-05')`)
    const { rows } = await asAdmin(
      'assay',
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace, 'pgboss'::regnamespace)
         and (not has_table_privilege('app_backup', c.oid, 'select')
           or c.relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and polname = 'backup'))`,
    )
    expect(rows).toEqual([])
  })

  test('can change nothing', async () => {
    const { rows } = await asAdmin(
      'assay',
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind in ('r', 'p') and has_table_privilege('app_backup', c.oid, 'insert, update, delete, truncate')`,
    )
    expect(rows).toEqual([])
  })
})
