import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SignerChild } from './anchoring/test/signer-fixture.ts'
import { signerVariables } from './core/config-checks.ts'
import { testEnvironment } from './core/test/config.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { type ServerChild, startServer } from './core/test/process/server-child.ts'
import { startupEnvironment } from './core/test/process/startup-environment.ts'

const keys = { BITCOIN_KEY: '5e'.repeat(32), CATAPULT_KEY: '6f'.repeat(32), LOG_KEY: '70'.repeat(32) }

let database: TestDatabase
let signer: SignerChild
let servers: ServerChild[]

beforeAll(async () => {
  database = await cloneDatabase()
  signer = await SignerChild.start(keys)
  const env = { SIGNER_SOCKET: signer.socket }
  servers = await Promise.all([startServer('all', database.url, env), startServer('worker', database.url, env)])
}, 180_000)
afterAll(async () => {
  await Promise.all(servers?.map((server) => server.end()) ?? [])
  await signer?.end()
  await database?.drop()
})

const environmentOf = (pid: number | string) => readFileSync(`/proc/${pid}/environ`, 'latin1')

/** A process and all its descendants. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((one) => /^\d+$/.test(one) && parentOf(one) === pid)
  return [pid, ...children.flatMap((one) => familyOf(Number(one)))]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

test.skipIf(process.platform !== 'linux')(
  'only the signer process holds keys of the chains, not web and worker [VE03]',
  async () => {
    expect(environmentOf(signer.process.pid!)).toContain(keys.BITCOIN_KEY)
    const pids = servers.flatMap((server) => familyOf(server.process.pid!))
    // Includes the worker that a server of role "all" supervises.
    expect(pids.length).toBeGreaterThan(2)
    for (const pid of pids) {
      for (const secret of [...Object.values(keys), ...signerVariables])
        expect(environmentOf(pid)).not.toContain(secret)
    }
  },
)

test('does not start a server with a key of a chain, and reports the variable without its value [VE03]', () => {
  for (const ROLE of ['web', 'worker']) {
    const env = { PATH: process.env.PATH, ...startupEnvironment, ...testEnvironment(database.url), ROLE, ...keys }
    const main = join(import.meta.dirname, 'main.ts')
    const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8', timeout: 50_000 })
    expect(status).toBe(78)
    for (const [name, value] of Object.entries(keys)) {
      expect(stderr).toContain(`${name}: only the signer reads it`)
      expect(stderr).not.toContain(value)
    }
  }
})

test('/health/ready reports a missing signer, and stays ready [VE03]', async () => {
  const ready = async () => {
    const answer = await fetch(`${servers[0]!.url}/health/ready`)
    const { ok, signer, reasons } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, ok, signer, reason: (reasons as Record<string, string>).signer }
  }
  await expect.poll(ready).toEqual({ status: 200, ok: true, signer: true, reason: undefined })
  await signer.kill()
  await expect.poll(ready).toEqual({ status: 200, ok: true, signer: false, reason: 'signer' })
  await signer.start(keys)
  await expect.poll(ready).toEqual({ status: 200, ok: true, signer: true, reason: undefined })
})
