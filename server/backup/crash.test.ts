import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { debianPostgres } from '#server/core/test/database/debian-cluster.ts'
import { testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { openPlace } from './place/place.ts'
import { type BackupCluster, backupCluster, commandEnv } from './test/backup-cluster.ts'
import { readManifests } from './write/backup.ts'

const kills = Number(process.env.BACKUP_KILLS ?? 1)
const polling = { timeout: 60_000, interval: 300 }

describe.skipIf(!debianPostgres)('a killed backup and a killed restore', () => {
  let cluster: BackupCluster
  let env: NodeJS.ProcessEnv
  let place: string

  /** Starts a command; `killAfter` ends it as a machine without power would. */
  async function command(
    file: string,
    args: string[],
    killAfter?: number,
  ): Promise<{ code: number | null; text: string }> {
    const child = spawn(process.execPath, [resolve('server/backup', file), ...args], { env })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    const ended = once(child, 'close')
    if (killAfter !== undefined) void pause(killAfter).then(() => child.kill('SIGKILL'))
    const [code] = await ended
    return { code, text }
  }
  const complete = () =>
    readManifests(
      openPlace({ to: { folder: place }, s3: undefined, keep: 9, passphrase: undefined, checkUrl: undefined }),
    )
  const succeeds = (file: string, ...args: string[]) =>
    vi.waitFor(async () => {
      const done = await command(file, args)
      expect([done.code, done.text]).toEqual([0, expect.anything()])
      return done.text
    }, polling)

  beforeAll(async () => {
    cluster = await backupCluster()
    place = cluster.folder('place')
    env = {
      ...commandEnv(cluster.database('assay').url, { data: cluster.folder('files-a'), place }),
      BACKUP_KEEP: '2',
    }
    const site = await testApp({ database: cluster.database('assay'), config: { dataDir: cluster.folder('unused') } })
    await product(site)
    await site.close()
  }, 180_000)
  afterAll(() => cluster?.remove())

  test('leave something that can be run again, whatever the moment', { timeout: 60_000 + kills * 60_000 }, async () => {
    const began = Date.now()
    await succeeds('backup.ts')
    const [whole, other] = [Date.now() - began, cluster.database('other').url]
    for (let kill = 0; kill < kills; kill++) {
      await command('backup.ts', [], Math.random() * whole)
      // What is there is complete, and the next backup removes the rest.
      const before = await complete()
      expect(before.length).toBeGreaterThan(0)
      expect(await succeeds('backup.ts')).toContain('proofs and 0 files hold')
      expect((await complete()).filter(({ kind }) => kind === 'backup').length).toBeLessThanOrEqual(2)

      env = { ...env, DATABASE_URL: other, DATA_DIR: cluster.folder('files-b') }
      await command('restore.ts', ['latest', '--replace'], Math.random() * whole)
      expect(await succeeds('restore.ts', 'latest', '--replace')).toContain('all rows are there')
      env = { ...env, DATABASE_URL: cluster.database('assay').url, DATA_DIR: cluster.folder('files-a') }
    }
  })
})
