import { readFileSync } from 'node:fs'
import { createScannablePaths } from '#scripts/bench/setup/pending-codes.ts'
import { createSignedInClient, type SignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { type SystemServer, startTestSystem, type TestSystem } from '#scripts/bench/setup/test-system.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { type Effort, Unavailable } from './probe.ts'

/** The system under attack: its own PostgreSQL, web process and data folder, with the demo merchant and active codes. */
export type Target = {
  stage: TestSystem
  server: SystemServer
  /** `/api/tag/verify?a=…&p=…` of genuine codes. */
  genuine: readonly string[]
  merchant: SignedInClient
  admin: SignedInClient
  /** A call from a new address, reported as by a proxy on this machine. */
  call(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

const adminEmail = 'administrator@attack.example'

export async function openTarget(effort: Effort): Promise<Target> {
  const stage = await startTestSystem()
  try {
    const genuine = await createScannablePaths(stage, effort === 'quick' ? 1 : 6_000)
    await addAdministrator(stage)
    // Before the server starts, because probes also request pages.
    buildIfChanged()
    const server = await stage.web()
    const [merchant, admin] = [await createSignedInClient(server), await createSignedInClient(server, adminEmail)]
    const call = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, {
        redirect: 'manual',
        ...init,
        headers: { 'x-forwarded-for': nextAddress(), ...(init.headers as Record<string, string>) },
      })
    return { stage, server, genuine, merchant, admin, call, close: stage.close }
  } catch (error) {
    await stage.close()
    throw error
  }
}

/** Adds an administrator with the password of the demo merchant. */
async function addAdministrator({ db }: TestSystem): Promise<void> {
  const { account } = await import('#server/core/auth/table.ts')
  const { hashPassword } = await import('#server/core/auth/password.ts')
  const passwordHash = await hashPassword(demoSignIns[0].password)
  const own = { role: 'admin', username: 'Administrator', email: adminEmail, passwordHash, confirmed: true } as const
  await db.system((tx) => tx.insert(account).values(own))
}

let shoppers = 0
/** The next address in its own network, so that the limit of one network is not reached. */
export function nextAddress(): string {
  shoppers++
  return `${1 + ((shoppers >> 16) % 120)}.${(shoppers >> 8) & 255}.${shoppers & 255}.9`
}

/** Memory of a process in megabytes: now, and the maximum since its start. */
export function memoryMb(pid: number): { now: number; peak: number } {
  if (process.platform !== 'linux') throw new Unavailable('needs /proc')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}
