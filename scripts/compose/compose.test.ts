import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#scripts/start/ports.ts'
import { type RunningPostgres, startPostgres } from '#scripts/start/postgres.ts'
import { untilReady } from '#scripts/start/server.ts'

type Service = {
  command?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
}
type Compose = { services: Record<string, Service> }

const text = readFileSync('docker-compose.yml', 'utf8')
const { services } = parse(text, { merge: true }) as Compose
const all = Object.entries(services)
const mounts = (service: Service) => (service.volumes ?? []).filter((volume) => volume.includes('-secrets:'))

describe('docker-compose.yml', () => {
  test('carries no key and no password', () => {
    expect(text).not.toMatch(/[0-9a-f]{32}/i)
    // A user and a password in an address.
    expect(text).not.toMatch(/\/\/[^/\s@]+:[^/\s@]+@/)
    for (const [, { environment = {}, command = '' }] of all) {
      const secrets = Object.entries(environment).filter(([name]) => /(KEY|SECRET|PASSWORD)$/.test(name))
      for (const [name, value] of secrets.filter(([name]) => name !== 'S3_ACCESS_KEY')) {
        expect([name, value]).toEqual([name, `\${${name}:-}`])
      }
      expect(command).not.toMatch(/password=/i)
    }
  })

  test('every service that reads secrets waits until they are made, and mounts its own alone, read-only', () => {
    const readers = all.filter(([name, service]) => name !== 'secrets' && mounts(service).length > 0)
    expect(readers.map(([name]) => name).toSorted()).toEqual(
      ['bitcoin', 'postgres', 'store', 'store-bucket', 'web', 'worker'].toSorted(),
    )
    for (const [name, service] of readers) {
      const own = mounts(service)
      expect([name, own.length, own.every((mount) => mount.endsWith(':ro'))]).toEqual([name, 1, true])
      // The bucket's maker waits for the store, which waits for the secrets.
      if (name === 'store-bucket') continue
      expect(service.depends_on).toMatchObject({ secrets: { condition: 'service_completed_successfully' } })
    }
    expect(mounts(services.secrets!)).toHaveLength(4)
  })

  test('server containers start through the script that reads the secrets', () => {
    for (const name of ['web', 'worker']) {
      expect(services[name]!.command).toBe('node scripts/compose/run.ts server/main.ts')
    }
  })
})

describe('first start', () => {
  let folder: string
  let postgres: RunningPostgres | undefined
  let web: ChildProcess | undefined
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const make = () => spawnSync(process.execPath, ['scripts/compose/secrets.ts', folder], { stdio: 'inherit' }).status

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-compose-'))
    chmodSync(folder, 0o711)
  })
  afterAll(async () => {
    if (web && web.exitCode === null) {
      web.kill('SIGTERM')
      await once(web, 'exit')
    }
    await postgres?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const environment = (more: Record<string, string> = {}) => ({
    ...services.web!.environment,
    ...{ PATH: process.env.PATH, SECRETS_DIR: join(folder, 'server'), DATA_DIR: join(folder, 'data') },
    // What compose puts for an unset variable.
    ...{ CODE_KEY: '', JWT_SECRET: '', BITCOIN_KEY: '', CATAPULT_KEY: '', S3_ENDPOINT: '', PUBLIC_URL: '' },
    ...{ CATAPULT_URL: 'http://127.0.0.1:9', BITCOIN_RPC_URL: 'http://assay@127.0.0.1:9', TRUSTED_PROXIES: '' },
    ...more,
  })
  const server = ['scripts/compose/run.ts', 'server/main.ts']

  test('without secrets the server does not start', () => {
    const env = environment() as unknown as NodeJS.ProcessEnv
    const { status, stderr } = spawnSync(process.execPath, server, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([78, expect.stringContaining('holds no secrets')])
  })

  test('makes secrets once: a second start keeps each of them', () => {
    expect(make()).toBe(0)
    const files = [
      'server/CODE_KEY',
      'server/S3_SECRET_KEY',
      'postgres/login',
      'store/password',
      'bitcoin/bitcoin.conf',
    ]
    const first = files.map(read)
    expect(new Set(first.map((one) => one.slice(-24))).size).toBeGreaterThanOrEqual(4)
    expect(read('server/CODE_KEY')).toMatch(/^[0-9a-f]{64}$/)
    expect(make()).toBe(0)
    expect(files.map(read)).toEqual(first)
    expect(readdirSync(join(folder, 'postgres')).toSorted()).toEqual(['login', 'superuser'])
  })

  test('refuses a published key by its name, before it opens anything', () => {
    const env = environment({ CODE_KEY: `c0de${'0'.repeat(59)}1` }) as unknown as NodeJS.ProcessEnv
    const { status, stderr } = spawnSync(process.execPath, server, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([78, expect.stringContaining('CODE_KEY: is published')])
    expect(stderr).not.toContain('c0de')
  })

  test('starts the server on a database that knows the generated password', async () => {
    postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      superuserPassword: read('postgres/superuser'),
      databasePassword: read('postgres/login'),
    })
    const database = Object.assign(new URL(postgres.url), { password: '' }).href
    const port = await freePort()
    const env = environment({
      DATABASE_URL: database,
      HOST: '127.0.0.1',
      PORT: String(port),
    }) as unknown as NodeJS.ProcessEnv
    web = spawn(process.execPath, server, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    await untilReady(`http://127.0.0.1:${port}`)
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200)
  }, 120_000)
})
