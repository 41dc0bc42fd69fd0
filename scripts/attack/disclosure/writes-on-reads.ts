import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { urlOf } from '#client/core/http/api.ts'
import { demoRecordIds } from '#scripts/attack/setup/demo-record-ids.ts'
import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { openApp } from '#scripts/bench/setup/offline-merchant.ts'
import type { SignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { loadConfig } from '#server/core/config.ts'
import { openServices } from '#server/core/services.ts'
import { manifest } from '#server/core/test/access-manifest/manifest.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { Route } from '#shared/core/api/contract.ts'

/** Tables that these calls write on purpose. */
const scans = /^(scan_\w+|recent_visits\w*|daily_salt|code_mark|verdict_case)$/
const intended: Record<string, RegExp> = {
  // A scan is stored.
  'GET /api/tag/verify': scans,
  'GET /api/tag/redirect': scans,
  'GET /verify': scans,
  'GET /verify/go': scans,
  'GET /V/:code': scans,
  'GET /v/:code': scans,
  'GET /:key/01/*': scans,
  // Sends a mail.
  'GET /api/auth/send-email-confirmation': /./,
  // Creates a token for one action.
  'GET /api/logistic/accessToken': /^logistic/,
  // Downloads with the secrets of codes, and exports of the audit trail, write an audit entry.
  'GET /api/tag/download/:id': /^audit/,
  'GET /api/label/sheet/:id': /^audit/,
  'GET /api/nfc/order/:id/templates': /^audit/,
  'GET /api/label/image/:id': /^audit/,
  'GET /api/label/zpl/:id': /^audit/,
  'GET /api/audit/export': /^audit/,
  // Reads of a passport with a key that shows more than everybody sees.
  'GET /dpp/01/*': /^audit/,
}
/** A stream without an end. */
const streams = new Set(['GET /api/events'])
/** A scan without the secret is stored after its response. */
const storingMs = 300

/** A read writes nothing on any route: no row of any table has another `xmin` afterwards. */
export const writesOnReads: Probe = async (target, effort) => {
  const { stage, merchant, admin } = target
  const client = new pg.Client({ connectionString: stage.superuserUrl })
  await client.connect()
  const odd: string[] = []
  let asked = 0
  let answered = 0
  try {
    const theirs = await demoRecordIds(client)
    const names = (await readingRoutes(stage)).filter((name) => !streams.has(name))
    /** Reads routes, and returns the tables that were written meanwhile. */
    const writtenBy = async (routes: readonly string[], caller: SignedInClient): Promise<string[]> => {
      const before = await versions(client)
      for (const name of routes) {
        const { status, ok } = await read(target, name, theirs, caller)
        asked++
        if (ok) answered++
        if (status >= 500) odd.push(`${name}: ${status}`)
        if (intended[name] === scans) await pause(storingMs)
      }
      const after = await versions(client)
      return Object.keys(after).filter((table) => before[table] !== after[table])
    }
    for (const caller of effort === 'quick' ? [merchant] : [merchant, admin]) {
      const checkEach = async (routes: readonly string[]) => {
        for (const name of routes) {
          const unexpected = (await writtenBy([name], caller)).filter((table) => !intended[name]?.test(table))
          if (unexpected.length > 0) odd.push(`${name} wrote ${unexpected.join(', ')}`)
        }
      }
      // Scans come first: the first one of a day, or the first call of a member, creates the salt of the day.
      await checkEach(names.filter((name) => intended[name] === scans))
      await checkEach(names.filter((name) => intended[name] && intended[name] !== scans))
      // Versions of all tables cost a tenth of a second, so reads that write nothing are checked together.
      const pure = names.filter((name) => !intended[name])
      const written = await writtenBy(pure, caller)
      if (written.length === 0) continue
      odd.push(`some of ${pure.length} reads wrote ${written.join(', ')}`)
      await checkEach(pure)
    }
  } finally {
    await client.end()
  }
  return zeroFinding(odd, asked, `reads (${answered} answered 200) wrote or failed`)
}

async function read({ call, genuine }: Target, name: string, theirs: MerchantData, { headers }: SignedInClient) {
  const { params, ...input } = manifest[name.replace(/^GET \/api/, 'GET ')]?.input?.(theirs) ?? pageInput(genuine[0]!)
  const all = { id: randomUUID(), address: theirs.codes[0], hex: '00', ...pageParams, ...params }
  const path = name
    .replace(/^GET (\/api)?/, '')
    .replace('(^[^.]+)', '')
    .replace('*', 'nothing')
  const url = urlOf({ path } as Route, { ...input, params: all })
  const answer = await call(name.startsWith('GET /api/') ? url : url.slice('/api'.length), { headers })
  await answer.arrayBuffer()
  return answer
}

/** Built files: hundreds of routes with the same handler as a missing file. */
const isBuilt = (url: string) => /^\/(assets|images|verify-assets)\/.*\.\w+$/.test(url)

/** All GET routes, including pages, in the list of the application. */
async function readingRoutes({ env }: TestSystem): Promise<string[]> {
  const services = await openServices(loadConfig(env))
  const app = await openApp(services)
  try {
    const routes = app.routes.filter(({ method, url }) => [method].flat().includes('GET') && !isBuilt(url))
    return [...new Set(routes.map(({ url }) => `GET ${url}`))]
  } finally {
    await app.close()
    await services.close()
  }
}

/** The input of pages: the code of a product. */
function pageInput(genuine: string): { params?: Record<string, unknown>; query: Record<string, unknown> } {
  return { query: Object.fromEntries(new URLSearchParams(genuine.split('?')[1])) }
}
const pageParams = { code: '0'.repeat(42), file: `${'0'.repeat(64)}.png`, sha256: '00'.repeat(32) }

/**
 * A text for each table that changes with any insert, update or delete. The tables of the job queue are in another schema and
 * not included.
 */
async function versions(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const selects = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state from "${name}"`,
  )
  const { rows } = await client.query<{ name: string; state: string }>(selects.join(' union all '))
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
