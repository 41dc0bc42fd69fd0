import type { TestApp } from '#server/core/test/harness.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import type { ScanRequest } from './scan-store.ts'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** A visit by a visitor whom the visit log tells from all visitors with another number (below 65,536). */
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

/** What is stored of a code: counted visits, bytes of pending visits, and logged visits. */
export async function memoryOf({ database }: Pick<TestApp, 'database'>, address: string) {
  const { rows } = await database.query(
    `select trail, visits, (select count(*)::int from scan where scan.address = $1 and kind = 'v' and verdict = 'g') as logged
     from code_visits where address = $1`,
    [address],
  )
  const { trail, visits, logged } = rows[0]
  return { checks: restoreVisitLog({ trail, visits }, []).checks, pendingBytes: visits.length as number, logged }
}
