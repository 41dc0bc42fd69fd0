import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type RunningPostgres, startPostgres } from '#scripts/start/postgres/postgres.ts'
import { type ServerReady, waitUntilReady } from '#scripts/start/server.ts'
import { bitcoinSigner } from '#server/anchoring/bitcoin/key.ts'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import { signerVariables } from '#server/core/config-checks.ts'

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
  test('contains no key and no password', () => {
    expect(text).not.toMatch(/[0-9a-f]{32}/i)
    // A user and a password in a URL.
    expect(text).not.toMatch(/\/\/[^/\s@]+:[^/\s@]+@/)
    for (const [, { environment = {}, command = '' }] of all) {
      const secrets = Object.entries(environment).filter(([name]) => /(KEY|SECRET|PASSWORD)$/.test(name))
      for (const [name, value] of secrets.filter(([name]) => name !== 'S3_ACCESS_KEY')) {
        expect([name, value]).toEqual([name, `\${${name}:-}`])
      }
      expect(command).not.toMatch(/password=/i)
    }
  })

  test('delays every service that reads secrets until they are created, and mounts only its own, read-only', () => {
    const readers = all.filter(([name, service]) => name !== 'secrets' && mounts(service).length > 0)
    expect(readers.map(([name]) => name).toSorted()).toEqual(
      ['bitcoin', 'bitcoin-miner', 'postgres', 'signer', 'store', 'store-bucket', 'web', 'worker'].toSorted(),
    )
    for (const [name, service] of readers) {
      const own = mounts(service)
      expect([name, own.length, own.every((mount) => mount.endsWith(':ro'))]).toEqual([name, 1, true])
      // The service that creates the bucket waits for the store, which waits for the secrets.
      if (name === 'store-bucket') continue
      expect(service.depends_on).toMatchObject({ secrets: { condition: 'service_completed_successfully' } })
    }
    expect(mounts(services.secrets!)).toHaveLength(6)
  })

  test('starts server containers with the script that reads the secrets', () => {
    for (const name of ['web', 'worker']) {
      expect(services[name]!.command).toBe('node scripts/compose/run.ts server/main.ts')
    }
    expect(services.signer!.command).toBe('node scripts/compose/run.ts server/signer.ts')
  })

  test('gives the chain keys only to the signer, which is reachable only through its socket', () => {
    for (const [name, { environment = {} }] of all) {
      const held = signerVariables.filter((variable) => variable in environment)
      expect([name, held]).toEqual([name, name === 'signer' ? signerVariables : []])
    }
    expect(services.signer).toMatchObject({ network_mode: 'none', environment: { SIGNER_SOCKET: '/signer/socket' } })
    expect(services.signer!.volumes).toEqual(['signer-secrets:/secrets/own:ro', 'signer:/signer'])
    expect(services.worker!.environment).toMatchObject({ SIGNER_SOCKET: '/signer/socket' })
    expect(services.worker!.volumes).toEqual(['server-secrets:/secrets/own:ro', 'signer:/signer:ro'])
    expect(services.web!.environment).not.toHaveProperty('SIGNER_SOCKET')
    expect(services.web!.volumes).toEqual(['server-secrets:/secrets/own:ro'])
    expect(services.worker!.depends_on).toMatchObject({ signer: { condition: 'service_started' } })
  })

  test("mines on the regtest node to the key of the signer, which it reads from the signer's socket", () => {
    const { command, environment, volumes, depends_on } = services['bitcoin-miner']!
    expect(command).toBe('node scripts/compose/run.ts scripts/compose/mine.ts')
    expect(environment).toEqual({ BITCOIN_RPC_URL: 'http://assay@bitcoin:18443', SIGNER_SOCKET: '/signer/socket' })
    expect(volumes).toEqual(['server-secrets:/secrets/own:ro', 'signer:/signer:ro'])
    expect(depends_on).toMatchObject({
      bitcoin: { condition: 'service_healthy' },
      signer: { condition: 'service_started' },
    })
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
    PATH: process.env.PATH,
    SECRETS_DIR: join(folder, 'server'),
    DATA_DIR: join(folder, 'data'),
    // Compose sets an unset variable to an empty string.
    CODE_KEY: '',
    NFC_KEY: '',
    JWT_SECRET: '',
    S3_ENDPOINT: '',
    PUBLIC_URL: '',
    BITCOIN_NETWORK: '',
    CATAPULT_NETWORK: '',
    CATAPULT_URL: 'http://127.0.0.1:4',
    BITCOIN_RPC_URL: 'http://assay@127.0.0.1:4',
    TRUSTED_PROXIES: '',
    ...more,
  })
  const server = ['scripts/compose/run.ts', 'server/main.ts']

  test('does not start the server without secrets', () => {
    const env = environment() as unknown as NodeJS.ProcessEnv
    const { status, stderr } = spawnSync(process.execPath, server, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([78, expect.stringContaining('holds no secrets')])
  })

  test('creates secrets once: a second start keeps them', () => {
    expect(make()).toBe(0)
    const files = [
      'server/CODE_KEY',
      'server/NFC_KEY',
      'server/S3_SECRET_KEY',
      'signer/BITCOIN_KEY',
      'signer/CATAPULT_KEY',
      'signer/LOG_KEY',
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
    expect(readdirSync(join(folder, 'signer')).toSorted()).toEqual(['BITCOIN_KEY', 'CATAPULT_KEY', 'LOG_KEY'])
    expect(readdirSync(join(folder, 'server')).filter((name) => /BITCOIN_KEY|CATAPULT|json/.test(name))).toEqual([])
  })

  test('starts the signer with its own secrets only', async () => {
    const env = {
      PATH: process.env.PATH,
      SECRETS_DIR: join(folder, 'signer'),
      SIGNER_SOCKET: join(folder, 'at/socket'),
    }
    const signer = spawn(process.execPath, ['scripts/compose/run.ts', 'server/signer.ts'], {
      env: { ...env, BITCOIN_KEY: '', CATAPULT_KEY: '', LOG_KEY: '', BITCOIN_MAX_FEE_RATE: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      const { describe: keys } = connectSigner(env.SIGNER_SOCKET)
      await expect.poll(() => keys().catch(() => undefined), { timeout: 20_000 }).toBeDefined()
      const { bitcoin } = await keys()
      const own = bitcoinSigner(Buffer.from(read('signer/BITCOIN_KEY'), 'hex'))
      expect(Buffer.from(bitcoin.publicKey)).toEqual(Buffer.from(own.publicKey))
    } finally {
      signer.kill('SIGTERM')
      await once(signer, 'exit')
    }
  })

  test('starts the server on a database with the generated password', async () => {
    postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      superuserPassword: read('postgres/superuser'),
      databasePassword: read('postgres/login'),
    })
    const database = Object.assign(new URL(postgres.url), { password: '' }).href
    const env = environment({
      DATABASE_URL: database,
      HOST: '127.0.0.1',
      PORT: '0',
    }) as unknown as NodeJS.ProcessEnv
    web = spawn(process.execPath, server, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [{ ready }] = await once(web, 'message')
    const url = `http://127.0.0.1:${(ready as ServerReady).port}`
    await waitUntilReady(url)
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  }, 120_000)
})
