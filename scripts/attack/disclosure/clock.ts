import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { startOtherServer } from '#scripts/attack/setup/other-server.ts'
import { type Probe, Unavailable, zeroFinding } from '#scripts/attack/setup/probe.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { unpackedFolder } from '#scripts/tool/debian.ts'
import { availableTool } from '#scripts/tool/tool.ts'
import { sql } from '#server/core/drizzle/orm.ts'

const days = [400, -400]

/**
 * A server whose clock is 400 days off works: sessions and codes expire by the database clock, so a wrong clock neither
 * ends valid ones nor revives expired ones.
 */
export const clock: Probe = async (target) => {
  const library = fakeClock()
  const odd: string[] = []
  let asked = 0
  for (const off of days) {
    const expect = (what: string, found: unknown, wanted: unknown) => {
      asked++
      if (found !== wanted) odd.push(`${off} days, ${what}: ${found}`)
    }
    const env = {
      LD_PRELOAD: library,
      FAKETIME: `${off > 0 ? '+' : ''}${off}d`,
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }
    const other = await startOtherServer(target.stage.env, { env })
    try {
      await judge({ ...target, ...other }, off, expect)
      expect('the process lives', existsSync(`/proc/${other.server.pid}`), true)
    } finally {
      await other.server.stop()
    }
  }
  return zeroFinding(odd, asked, 'findings under a clock that is 400 days off')
}

async function judge(
  { stage, server, call, genuine, merchant }: Target,
  off: number,
  expect: (what: string, found: unknown, wanted: unknown) => void,
): Promise<void> {
  const serverTime = new Date((await call('/health/live')).headers.get('date')!).getTime()
  expect('the clock is off', Math.round((serverTime - Date.now()) / 86_400_000), off)
  expect('ready', (await call('/health/ready')).status, 200)

  const scan = (await (await call(genuine[0]!)).json()) as { verified?: boolean }
  expect('a genuine code', scan.verified, true)
  const miss = (await (await call('/api/tag/verify?a=123&p=456')).json()) as { verified?: boolean }
  expect('an unknown code', miss.verified, false)

  const { headers } = await createSignedInClient(server)
  expect('its own access token', (await call('/api/user/me', { headers })).status, 200)
  // A token of a server with the right clock: for a server whose clock is fast, it expired long ago.
  expect('a token of the right time', (await call('/api/user/me', merchant)).status, off > 0 ? 401 : 200)

  const cookie = await cookieOf(call)
  const refreshed = await call('/api/auth/refresh', { method: 'POST', headers: own(server.url, cookie) })
  expect('a session that is valid', refreshed.status, 200)
  const ended = await cookieOf(call)
  await stage.db.system((tx) =>
    tx.execute(sql`update session set expires_at = now() - interval '1 minute' where id = (
      select id from session order by created_at desc limit 1)`),
  )
  const rejected = await call('/api/auth/refresh', { method: 'POST', headers: own(server.url, ended) })
  expect('a session that has ended', rejected.status, 401)
}

const own = (url: string, cookie: string) => ({ cookie, origin: url, 'sec-fetch-site': 'same-origin' })

async function cookieOf(call: Target['call']): Promise<string> {
  const { email, password } = demoSignIns[0]
  const answer = await call('/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password }),
  })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/**
 * The library that changes the clock of a process. The program of its package expects the library where the package was built
 * to be installed.
 */
function fakeClock(): string {
  const tool = availableTool({ name: 'faketime', packages: { debian: 'faketime', homebrew: 'libfaketime' } })
  const roots = ['/', unpackedFolder('faketime')].filter((root) => root !== undefined)
  const [library] = roots.flatMap((root) => globSync(join(root, 'usr/lib/*/faketime/libfaketime.so.1')))
  if (!tool || !library) throw new Unavailable('needs faketime')
  return library
}
