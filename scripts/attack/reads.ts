import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { urlOf } from '#client/core/api.ts'
import { manifest } from '#server/core/test/manifest/manifest.ts'
import type { Route } from '#shared/core/contract.ts'
import { demoBelongings } from './belongings.ts'
import { none, type Probe } from './probe.ts'

/** Tables that these calls write on purpose. */
const intended: Record<string, RegExp> = {
  // Every scan counts.
  'GET /tag/verify': /./,
  'GET /tag/redirect': /./,
  // Sends a mail.
  'GET /auth/send-email-confirmation': /./,
  // Gives a token for one action.
  'GET /logistic/accessToken': /^logistic/,
  // Files with the secrets of codes, and the audit trail itself, are not taken unseen.
  'GET /tag/download/:id': /^audit/,
  'GET /label/sheet/:id': /^audit/,
  'GET /label/image/:id': /^audit/,
  'GET /label/zpl/:id': /^audit/,
  'GET /audit/export': /^audit/,
}
/** A stream that never ends. */
const streams = new Set(['GET /events'])

/** A call that reads writes nothing: no row of any table has another `xmin` afterwards. */
export const reads: Probe = async ({ stage, call, merchant, admin }) => {
  const client = new pg.Client({ connectionString: stage.superuserUrl })
  await client.connect()
  const odd: string[] = []
  let asked = 0
  let answered = 0
  try {
    const theirs = await demoBelongings(client)
    const names = Object.keys(manifest).filter((name) => name.startsWith('GET ') && !streams.has(name))
    for (const { headers } of [merchant, admin]) {
      for (const name of names) {
        const { params, ...input } = manifest[name]!.input?.(theirs) ?? {}
        const all = { id: randomUUID(), address: theirs.codes[0], hex: '00', sha256: '00'.repeat(32), ...params }
        const route = { path: name.slice(4).replace('(^[^.]+)', '') } as Route
        const before = await versions(client)
        const answer = await call(urlOf(route, { ...input, params: all }), { headers })
        await answer.arrayBuffer()
        asked++
        if (answer.ok) answered++
        const after = await versions(client)
        const changed = Object.keys(after).filter((table) => before[table] !== after[table])
        const unexpected = changed.filter((table) => !intended[name]?.test(table))
        if (unexpected.length > 0) odd.push(`${name} wrote ${unexpected.join(', ')}`)
        if (answer.status >= 500) odd.push(`${name}: ${answer.status}`)
      }
    }
  } finally {
    await client.end()
  }
  return none(odd, asked, `reads (${answered} answered 200) wrote or failed`)
}

/** Of each table, what changes with any insert, update or removal. Counters of the queue of jobs are not of the product. */
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
