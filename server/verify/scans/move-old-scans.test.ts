import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migrate } from '#server/core/db/migrate.ts'
import { databaseBefore } from '#server/core/test/database/earlier-release.ts'
import { testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { product, storedScans } from '#server/verify/verify.fixture.ts'
import { toVisit } from '#shared/verdict/visits/restore-visit-log.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'
import { createScanStore } from './scan-store.ts'
import { memoryOf, visitBy } from './visitors.fixture.ts'

/** `npm run soak` has more. */
const kills = Number(process.env.SCAN_ROUNDS ?? 2) * 2
/** Codes that no test scans again, with three scans each. A worker moves some 2,000 scans in a batch, and one or two batches before it is killed. */
const codes = Math.max(5_000, kills * 1_500)
const others = codes * 3
const oldVisits = 20

/** Moves scans in a process that is killed after `batches` batches. Returns whether all scans were moved before. */
async function moveUntilKilled(databaseUrl: string, batches: number): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'move-child.fixture.ts'), [databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...startupEnvironment },
  })
  const ended = once(child, 'exit')
  let moved = 0
  child.on('message', () => {
    moved += 1
    // In the middle of the next batch.
    if (moved === batches) setTimeout(() => child.kill('SIGKILL'), 5 + Math.random() * 20)
  })
  const [code, signal] = await ended
  if (signal === null) expect(code).toBe(0)
  return signal === null
}

test(`VD04 keeps the scans and the memory of an earlier version, moved under load by a worker that is killed ${kills} times`, {
  timeout: 120_000 + kills * 5_000,
}, async () => {
  const database = await databaseBefore('0027')
  const world = await testApp({ database })
  try {
    const goods = await Promise.all([product(world), product(world)])
    const { merchantId, skuId } = goods[0]!
    const addresses = goods.flatMap(({ active }) => active.map(({ address }) => address))
    await database.query(
      `insert into scan (at, merchant_id, sku_id, order_id, address, kind, verdict, country, city, lat, lng, os, visitor, trail, visits)
       select now() - interval '70 days' + n * interval '62 days' / $3::int, $1, $2, gen_random_uuid(), md5((n % $4::int)::text)::uuid,
         'VERIFY', 'genuine', 'MY', 'Town ' || n % 40, 3.1, n % 40, 'Android', decode(md5(n::text), 'hex'),
         decode('0000000500000001', 'hex'), decode(repeat('00', 22 * (n / $4::int)::int), 'hex')
       from generate_series(0, $3::int - 1) as n`,
      [merchantId, skuId, others, codes],
    )
    for (const address of addresses) {
      let log = emptyVisitLog
      for (let n = 0; n < oldVisits; n++) {
        log = addVisit(log, toVisit(visitBy(n, address), Date.now()))
        await database.query(
          `insert into scan (merchant_id, sku_id, order_id, address, kind, verdict, country, region, city, lat, lng, os, visitor, trail)
           values ($1, $2, gen_random_uuid(), $3, 'VERIFY', 'genuine', 'MY', 'Selangor', 'Klang', 3.03, 101.45, 'iOS', decode($4, 'hex'), $5)`,
          [merchantId, skuId, address, visitBy(n, address).visitor, Buffer.from(encodeVisitLog(log))],
        )
      }
    }
    await migrate(database.url)

    // Scans of codes whose memory has not moved yet, and of those that have, through two processes.
    const stores = [createScanStore(world.services.db), createScanStore(world.services.db)]
    let next = oldVisits
    let isMoved = false
    const scanning = (async () => {
      for (let round = 0; !isMoved || round < 3; round++) {
        const from = next
        next += 2
        const answers = await Promise.all(
          addresses.flatMap((address) => stores.map((store, i) => store(visitBy(from + i, address)))),
        )
        expect(Math.max(...answers.map((code) => code!.trail.checks))).toBe(next)
        await pause(20)
      }
    })()
    for (let kill = 0; kill < kills; kill++) {
      expect(await moveUntilKilled(database.url, 1)).toBe(false)
      expect((await database.query(`select to_regclass('scan_old') as name`)).rows[0].name).toBe('scan_old')
    }
    expect(await moveUntilKilled(database.url, Number.POSITIVE_INFINITY)).toBe(true)
    isMoved = true
    await scanning

    for (const address of addresses) {
      const { checks, logged } = await memoryOf(world, address)
      expect({ checks, logged }).toEqual({ checks: next, logged: next })
    }
    const first = await storedScans(world, addresses[0]!)
    expect(first[0]).toMatchObject({ kind: 'VERIFY', verdict: 'genuine', os: 'iOS', merchantId, skuId })
    // An old scan and a new one of the same visitor and place are stored alike.
    expect([first[0]!.visitor, first[0]!.placeId]).toEqual([
      (1n << 32n) + 640n,
      (await storedScans(world, addresses[0]!)).at(-1)!.placeId,
    ])
    const { rows } = await database.query(
      `select count(*)::int as scans, count(distinct (scan.address, at))::int as different, count(distinct place.city)::int as cities,
         (select count(*)::int from code_visits where trail = decode('0000000500000001', 'hex') and length(visits) = 44) as remembered,
         to_regclass('scan_old') is null as dropped, (select count(*)::int from scan_default) as unplaced
       from scan join scan_place place on place.id = place_id where city like 'Town %'`,
    )
    expect(rows).toEqual([
      { scans: others, different: others, cities: 40, remembered: codes, dropped: true, unplaced: 0 },
    ])
  } finally {
    await world.close()
    await database.drop()
  }
})
