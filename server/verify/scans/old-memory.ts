import type { Client } from '#server/core/db/database.ts'

/** How long a process caches whether the table exists. */
const RECHECK_MS = 60_000
const UNDEFINED_TABLE = '42P01'

const EXISTS = `select to_regclass('scan_old') is not null as exists`
/**
 * Copies the memory of codes from their latest row in `scan_old`, unless they have one in `code_visits`. Rows are locked
 * in the order of their addresses, like those of a scan.
 */
const ADOPT = {
  name: 'adopt_visits',
  text: `insert into code_visits (address, trail, visits)
         select asked.address, latest.trail, coalesce(latest.visits, '')
         from unnest($1::uuid[]) as asked(address)
         join lateral (select old.trail, old.visits from scan_old old where old.address = asked.address
           order by old.at desc limit 1) latest on latest.trail is not null or latest.visits is not null
         where not exists (select from code_visits memory where memory.address = asked.address)
         order by asked.address
         on conflict (address) do nothing`,
}

/**
 * Returns a function that copies the memory of codes from the table of earlier versions before their next scan is
 * stored. It does nothing once this table was dropped, which is when all its rows were moved: see move-old-scans.ts.
 *
 * @returns takes an array of addresses, as text
 */
export function copyOldMemory(): (client: Client, addresses: string) => Promise<void> {
  let exists = true
  let checkedAt = Number.NEGATIVE_INFINITY
  return async (client, addresses) => {
    if (!exists) return
    if (Date.now() - checkedAt > RECHECK_MS) {
      const { rows } = await client.query<{ exists: boolean }>(EXISTS)
      exists = rows[0]!.exists
      checkedAt = Date.now()
      if (!exists) return
    }
    try {
      await client.query({ ...ADOPT, values: [addresses] })
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
      exists = false
    }
  }
}
