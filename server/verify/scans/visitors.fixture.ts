import type { TestApp } from '#server/core/test/harness.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import { ageOf, runCount } from './scan-statement.ts'
import type { ScanRequest } from './scan-store.ts'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** A visit whose visitor the visit log distinguishes from all visitors with another number (below 65,536). */
export const visitBy = (n: number, address: string): ScanRequest => ({
  address,
  hasSecret: true,
  kind: 'VERIFY',
  network: n % 64,
  country: 'MY',
  region: 'Selangor',
  city: 'Klang',
  lat: 3.03,
  lng: 101.45,
  os: 'iOS',
  visitor: `${hex(n + 1, 8)}${'0'.repeat(16)}${hex(n, 4)}${hex(640, 4)}`,
})

/** The newest memory of a code, in the newest run or in `code_visits`; absent for a code that was never visited. */
export async function newestMemory(
  { database }: Pick<TestApp, 'database'>,
  address: string,
): Promise<{ visit_log: Buffer | null; visits: Buffer } | undefined> {
  const { rows } = await database.query(
    `select visit_log, visits from (
       select ${ageOf('run')} as age, visit_log, visits from recent_visits where address = $1
       union all select ${runCount}, visit_log, visits from code_visits where address = $1
     ) as memory order by age limit 1`,
    [address],
  )
  return rows[0]
}

/** The stored data of a code: counted visits, bytes of pending visits, and logged visits. */
export async function memoryOf(app: Pick<TestApp, 'database'>, address: string) {
  const { rows } = await app.database.query(
    `select count(*)::int as logged from scan where scan.address = $1 and kind = 'v' and verdict = 'g'`,
    [address],
  )
  const memory = (await newestMemory(app, address))!
  const { checks } = restoreVisitLog(memory, [])
  return { checks, pendingBytes: memory.visits.length, logged: rows[0].logged as number }
}
