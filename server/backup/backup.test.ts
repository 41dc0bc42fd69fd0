import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFileStore } from '#server/core/files/file-store.ts'
import { debianPostgres } from '#server/core/test/database/debian-cluster.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { backupContract } from '#shared/backup/contract.ts'
import { backupCommand } from './backup.ts'
import { backupBeforeMigration } from './before-migration.ts'
import { restoreCommand } from './restore.ts'
import { lastBackup } from './service.ts'
import { type BackupCluster, backupCluster, commandEnv } from './test/backup-cluster.ts'

/** Runs a command, and returns its exit code and what it has written. */
async function run(command: typeof backupCommand, args: string[], env: NodeJS.ProcessEnv) {
  const said: string[] = []
  const keep = (text: string | Uint8Array) => said.push(String(text)) > 0
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep))
  try {
    return { code: await command(args, env), text: () => said.join('') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe.skipIf(!debianPostgres)('backup and restore', () => {
  let cluster: BackupCluster
  let site: TestApp
  let sold: Product
  let env: NodeJS.ProcessEnv
  let otherEnv: NodeJS.ProcessEnv
  let place: string
  let stored: { hash: string; contentHash: string }[]

  const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).toSorted()
  const backups = async () => (await namesIn(place)).filter((name) => name !== 'files')
  const objects = async () =>
    (await readdir(join(place, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const verify = async (of: TestApp) => {
    const { printed, secret } = sold.active[0]!
    return (await of.app.inject({ url: `/api/proof/${printed}?p=${secret}` })).statusCode
  }
  const openSite = (name: string, data: string) =>
    testApp({
      database: cluster.database(name),
      config: {
        dataDir: data,
        backup: { to: { folder: place }, s3: undefined, keep: 2, passphrase: undefined, checkUrl: undefined },
      },
    })

  beforeAll(async () => {
    cluster = await backupCluster()
    place = cluster.folder('place')
    const [data, other] = [cluster.folder('files-a'), cluster.folder('files-b')]
    env = { ...commandEnv(cluster.database('assay').url, { data, place }), BACKUP_KEEP: '2' }
    otherEnv = { ...env, DATABASE_URL: cluster.database('other').url, DATA_DIR: other }
    site = await openSite('assay', data)
    sold = await product(site)
    stored = []
    for (const [text, isPrivate] of [
      ['public one', false],
      ['private one', true],
      ['private one', true],
    ] as const) {
      const file = await site.services.files.put(Buffer.from(text), { private: isPrivate })
      stored.push(file)
      await site.database.query(
        `insert into stored_file (hash, content_hash, ext, mime, size, private) values ($1, $2, '.txt', 'text/plain', $3, $4)`,
        [file.hash, file.contentHash, file.size, isPrivate],
      )
    }
  }, 180_000)
  afterAll(async () => {
    await site?.close()
    await cluster?.remove()
  })

  test('writes and checks a backup, and copies only new files in the next one', { timeout: 120_000 }, async () => {
    const first = await run(backupCommand, [], env)
    expect([first.code, first.text()]).toEqual([
      0,
      expect.stringMatching(/checked: all rows counted, [1-9]\d* proofs and 3 files hold/),
    ])
    // Two private files have the same content.
    expect((await objects()).map(({ name }) => name).toSorted()).toEqual(
      [...new Set(stored.map((file) => file.contentHash))].toSorted(),
    )
    const [name] = await backups()
    expect(await namesIn(join(place, name!))).toEqual(['database.dump', 'files.jsonl', 'keys.age', 'manifest.json'])
    expect(await readFile(join(place, name!, 'keys.age'), 'utf8')).not.toContain('11'.repeat(32))
    const last = await lastBackup(site.services.db.read)
    expect([last.problem, last.at !== null, last.checkedAt !== null]).toEqual([null, true, true])

    const written = await Promise.all((await objects()).map(async (entry) => join(entry.parentPath, entry.name)))
    await rm(written[0]!)
    await writeFile(written[0]!, 'changed')
    const second = await run(backupCommand, [], env)
    expect([second.code, second.text()]).toEqual([1, expect.stringContaining('is damaged in the place')])
    const third = await run(backupCommand, [], env)
    expect([third.code, third.text()]).toEqual([0, expect.stringContaining('3 files hold')])
    // BACKUP_KEEP is 2.
    expect(await backups()).toHaveLength(2)
    expect(await backups()).not.toContain(name)
    expect((await run(backupCommand, ['list'], env)).text().match(/^\d{4}/gm)).toHaveLength(2)
  })

  test('restores into an empty place what the backup has, with proofs that hold', { timeout: 120_000 }, async () => {
    const wrongKey = { ...otherEnv, CODE_KEY: '33'.repeat(32) }
    const refused = await run(restoreCommand, ['latest'], wrongKey)
    expect([refused.code, refused.text()]).toEqual([1, expect.stringContaining('CODE_KEY is not that of the backup')])
    const { CODE_KEY: _, DATABASE_URL: __, ...empty } = otherEnv
    const keys = await run(restoreCommand, ['keys', 'latest'], empty)
    expect(keys.text()).toContain(`CODE_KEY=${env.CODE_KEY}`)
    const locked = await run(restoreCommand, ['keys', 'latest'], {
      ...otherEnv,
      BACKUP_PASSPHRASE: 'another passphrase',
    })
    expect([locked.code, locked.text()]).toEqual([77, expect.stringContaining('passphrase is wrong')])

    const done = await run(restoreCommand, ['latest'], otherEnv)
    expect([done.code, done.text()]).toEqual([0, expect.stringMatching(/[1-9]\d* proofs hold, 3 files were copied/)])
    const files = openFileStore({ dataDir: otherEnv.DATA_DIR!, s3: undefined })
    for (const { hash } of stored) expect((await files.open(hash))?.size).toBeGreaterThan(0)
    const restored = await openSite('other', cluster.folder('unused'))
    try {
      expect(await verify(restored)).toBe(200)
      const busy = await run(restoreCommand, ['latest', '--replace'], otherEnv)
      expect([busy.code, busy.text()]).toEqual([1, expect.stringContaining('stop web and worker processes first')])
    } finally {
      await restored.close()
    }
  })

  test('replaces a database only after a restore point, names what is lost, and goes back', {
    timeout: 180_000,
  }, async () => {
    const refused = await run(restoreCommand, ['latest'], otherEnv)
    expect([refused.code, refused.text()]).toEqual([1, expect.stringContaining('The database is not empty')])
    const changed = await openSite('other', cluster.folder('unused'))
    const later = await product(changed)
    await changed.close()
    const address = (of: Product) => of.active[0]!.address
    const activeIn = async (of: Product) =>
      (await cluster.database('other').query('select from activation where address = $1', [address(of)])).rowCount

    const replaced = await run(restoreCommand, ['latest', '--replace'], otherEnv)
    expect([replaced.code, replaced.text()]).toEqual([
      0,
      expect.stringMatching(/Made after .*[\s\S]*order .* codes[\s\S]*activation .* codes/),
    ])
    expect([await activeIn(sold), await activeIn(later)]).toEqual([1, 0])
    const [, point] = /The state before is (\S+):/.exec(replaced.text())!
    const back = await run(restoreCommand, [point!, '--replace'], otherEnv)
    expect([back.code, back.text()]).toEqual([0, expect.stringContaining(`Restored ${point}`)])
    expect([await activeIn(sold), await activeIn(later)]).toEqual([1, 1])
  })

  test('refuses a backup of a newer version with a sentence', async () => {
    const name = (await backups()).findLast((one) => !one.endsWith('point'))!
    const file = join(place, name, 'manifest.json')
    const text = await readFile(file, 'utf8')
    const manifest = JSON.parse(text)
    await writeFile(file, JSON.stringify({ ...manifest, assay: '9.0.0', migrations: { count: 999, last: 9e12 } }))
    const refused = await run(restoreCommand, [name, '--replace'], otherEnv)
    expect([refused.code, refused.text()]).toEqual([1, expect.stringContaining('Install version 9.0.0 or newer')])
    await writeFile(file, text)
  })

  test('makes a restore point before an upgrade, and none without a migration', { timeout: 60_000 }, async () => {
    const { config } = site.services
    const before = await backups()
    await backupBeforeMigration(config)
    expect(await backups()).toEqual(before)
    const { rows } = await site.database.query(
      `delete from drizzle.__drizzle_migrations
       where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`,
    )
    await Promise.all([1, 2].map(() => backupBeforeMigration(config)))
    const added = (await backups()).filter((name) => !before.includes(name))
    expect(added.length).toBeGreaterThan(0)
    expect(added.every((name) => name.endsWith('-restore-point'))).toBe(true)
    const insert = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    for (const { hash, created_at } of rows) await site.database.query(insert, [hash, created_at])
    const broken = {
      ...config,
      databaseUrl: config.databaseUrl,
      backup: { ...config.backup!, to: { folder: '/etc/hostname/none' } },
    }
    await site.database.query(
      'update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = $1',
      [rows[0].created_at],
    )
    await expect(backupBeforeMigration(broken)).rejects.toThrow('nothing was migrated')
    await site.database.query('update drizzle.__drizzle_migrations set created_at = $1 where hash = $2', [
      rows[0].created_at,
      rows[0].hash,
    ])
  })

  test('begins a backup on the page, shows its progress and has its manifest', { timeout: 120_000 }, async () => {
    const api = site.api(backupContract, await site.admin())
    const begun = await api.start()
    expect(await api.start()).toMatchObject({ id: begun.id })
    await site.work()
    await expect.poll(async () => (await api.list()).rows[0]!.state, { timeout: 60_000, interval: 200 }).toBe('done')
    const { rows, place: shown, next } = await api.list()
    expect([shown, rows[0]!.checkedAt !== null, rows[0]!.reason, Date.parse(next!) > Date.now()]).toEqual([
      place,
      true,
      null,
      true,
    ])
    // The list has what the place has, also backups of the command and those that a restored database has not seen.
    expect(
      rows
        .filter((row) => row.isKept)
        .map((row) => row.name)
        .toSorted(),
    ).toEqual(await backups())
    const manifest = await api.manifest({ params: { id: begun.id } })
    expect(manifest).toMatchObject({ name: rows[0]!.name, keys: null })
  })
})
