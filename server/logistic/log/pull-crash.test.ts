import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningTagService } from '#scripts/sensors/start.ts'
import type { SensorServiceConfig } from '#server/core/config.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { tagServiceForTest } from '#server/logistic/test/tag-service.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { pullDueLogs } from './pull.ts'

const kills = Number(process.env.PULL_KILLS ?? 3)
const shipments = 16
const first = 2_000
/** Readings that each tag adds before each kill. */
const added = 100

let world: TestApp
let service: RunningTagService
let sensorService: SensorServiceConfig
let owner: Person
let ahead = 0

beforeAll(async () => {
  ;({ service, sensorService } = await tagServiceForTest({ now: () => Date.now() + ahead }))
  world = await testApp({ config: { sensorService } })
  owner = await fieldMerchant(world, { credit: shipments })
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const due = () => world.database.query('update logistic_log set next_pull_at = now() where next_pull_at is not null')

test(
  `stores each reading and raises each alarm once when the worker is killed ${kills} times [LO03]`,
  async () => {
    const orderId = await orderOf(world, owner, await productOf(world, owner), shipments)
    await generate(world, orderId)
    const start = Math.floor(Date.now() / 1000) - first * 600
    for (const [i, code] of (await printedCodes(world, orderId)).entries()) {
      service.startTag({ tidnfc: `TAG-K${i}`, startedAt: start })
      await ship(world, owner, [code], { manufacturer_id: `TAG-K${i}` })
    }
    let killedWhilePulling = 0
    for (let kill = 0; kill < kills; kill++) {
      ahead += added * 600_000
      const child = fork(
        join(import.meta.dirname, '../test/pull-child.ts'),
        [world.database.url, JSON.stringify(sensorService)],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { PATH: process.env.PATH, ...startupEnvironment } },
      )
      await once(child, 'message')
      await due()
      const before = service.calls()
      while (service.calls() === before) await pause(1)
      await pause(Math.random() * 120)
      child.kill('SIGKILL')
      await once(child, 'exit')
      const { rows } = await world.database.query('select from logistic_log where next_pull_at <= now()')
      if (rows.length > 0) killedWhilePulling++
    }
    expect(killedWhilePulling).toBeGreaterThan(0)
    await world.database.query('update logistic set logging_ended_at = now()')
    await due()
    await pullDueLogs(world.services)
    await world.deliverEvents()
    const { rows } = await world.database.query(`
    select count(*)::int as n, count(distinct at)::int as times, min(at) as first, max(at) as last,
      bool_and(next_pull_at is null) as complete
    from logistic_reading join logistic_log using (logistic_id) group by logistic_id`)
    expect(rows).toHaveLength(shipments)
    const { rows: ended } = await world.database.query('select min(logging_ended_at) as at from logistic')
    const n = Math.floor((ended[0].at.getTime() / 1000 - start) / 600) + 1
    const last = new Date((start + (n - 1) * 600) * 1000)
    for (const row of rows) {
      expect(row).toEqual({ n, times: n, first: new Date(start * 1000), last, complete: true })
    }
    const { rows: alarms } = await world.database.query(`
      select count(*)::int as n, count(*) filter (where exists (select from temperature_alarm b
        where b.logistic_id = a.logistic_id and b.id <> a.id and b.from_at <= a.to_at and b.to_at >= a.from_at))::int as twice
      from temperature_alarm a`)
    expect(alarms[0].n).toBeGreaterThan(0)
    expect(alarms[0].twice).toBe(0)
  },
  60_000 + kills * 20_000,
)
