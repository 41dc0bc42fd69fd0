import { join } from 'node:path'
import type pg from 'pg'
import { type Api, createApi, type Send, urlOf } from '#client/core/http/api.ts'
import {
  type BenchEffort,
  type BenchResult,
  compareSides,
  measureSeconds,
  median,
  round,
} from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { sensorContract } from '#shared/sensor/contract.ts'

const minuteMs = 60_000
export const minutesOfYear = 525_600
const batchReadings = 500
const senders = 8

/**
 * Readings a second that a web process stores durably over HTTP in batches of 500, against a COPY of the same rows into
 * an equal table of the same database, and the milliseconds of the chart of that year over HTTP.
 */
export async function readings(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const turns: Awaited<ReturnType<typeof measureYear>>[] = []
  for (let turn = 0; turn < Math.ceil(rounds / 2); turn++) turns.push(await measureYear(stage, 3 * rounds))
  const of = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick))
  const ours = of(({ stored }) => minutesOfYear / stored)
  const floor = of(({ copied }) => minutesOfYear / copied)
  return {
    ...compareSides({ name: 'readings', unit: 'readings/s', rounds: turns.length }, { ours, floor }),
    readings: minutesOfYear,
    perSecond: round(ours, 0),
    msChart: round(
      of(({ chart }) => chart * 1000),
      1,
    ),
    bytesPerReading: round(
      of(({ bytes }) => bytes / minutesOfYear),
      1,
    ),
  }
}

const measureYear = (stage: TestSystem, charts: number) =>
  stage.scratch(async ({ superuser, databaseUrl }) => {
    const web = await stage.start('web', databaseUrl)
    const { send } = await createSignedInClient(web)
    const api = createApi(sensorContract, send)
    const { id } = await api.create({
      body: { name: 'Bench', type: 'temperature', unit: '°C', threshold: 8 },
    })
    await superuser.query('checkpoint')
    const stored = await measureSeconds(() => sendYear(api, id))
    const copied = await copySeconds(stage, superuser)
    const sizes = await superuser.query<{ bytes: number }>(
      `select (pg_total_relation_size('sensor_reading') + pg_total_relation_size('sensor_hour'))::float8 as bytes`,
    )
    await superuser.query('vacuum analyze sensor_reading, sensor_hour')
    const times: number[] = []
    for (let turn = 0; turn < charts; turn++) times.push(await measureSeconds(() => chart(send, id)))
    await web.stop()
    return { stored, copied, chart: median(times), bytes: sizes.rows[0]!.bytes }
  })

/** A day and night curve with a short excursion every few days, sent by several connections. */
export async function sendYear(api: Api<typeof sensorContract>, id: string): Promise<void> {
  const begin = Date.now() - minutesOfYear * minuteMs
  const valueAt = (minute: number) =>
    Number((5 + 2 * Math.sin(minute / 229) + (minute % 5000 < 30 ? 4 : 0) + (minute % 7) / 10).toFixed(1))
  let next = 0
  const sender = async () => {
    for (let from = next; from < minutesOfYear; from = next) {
      next += batchReadings
      const logs = Array.from({ length: Math.min(batchReadings, minutesOfYear - from) }, (_, i) => ({
        value: valueAt(from + i),
        createdAt: new Date(begin + (from + i) * minuteMs).toISOString(),
      }))
      const { stored } = await api.addReadings({ params: { id }, body: { logs } })
      if (stored !== logs.length) throw new Error(`${stored} of ${logs.length} readings were stored`)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
}

async function copySeconds(stage: TestSystem, superuser: pg.Client): Promise<number> {
  const file = join(stage.postgresDir, `bench-readings-${Date.now()}`)
  await superuser.query(`copy sensor_reading to '${file}' (format binary)`)
  await superuser.query('create table copied (like sensor_reading including all)')
  await superuser.query('checkpoint')
  return measureSeconds(() => superuser.query(`copy copied from '${file}' (format binary)`))
}

async function chart(send: Send, id: string): Promise<void> {
  const query = { startTime: new Date(Date.now() - (minutesOfYear + 60) * minuteMs).toISOString() }
  const { status, body } = await send({
    method: 'GET',
    url: urlOf(sensorContract.log, { params: { id }, query }),
    headers: {},
  })
  const { total, logs } = body as { total: number; logs: unknown[] }
  if (status !== 200 || total !== minutesOfYear || logs.length > 1000)
    throw new Error(`The chart responded with status ${status} and ${logs?.length} points of ${total}`)
}
