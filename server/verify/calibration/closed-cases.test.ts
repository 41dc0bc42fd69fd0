import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, product } from '#server/verify/verify.fixture.ts'
import { ClosedCases } from '#shared/verdict/calibration/closed-cases.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { strongestFeatures } from '#shared/verdict/rules.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'
import { measureScores } from './measure-scores.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

const now = Math.floor(Date.now() / 60_000)

/** A history that began 120 days ago, with another phone every second day. */
const historyOf = (visits: number) =>
  Array.from({ length: visits }, (_, n) => ({
    minute: now - (120 - 2 * n) * 1440,
    visitor: n,
    kind: n,
    version: 100,
    country: 'MY',
    place: { lat: 3.14, lng: 101.69 },
    network: n,
  })).reduce(addVisit, emptyVisitLog)

/** A code with this history, whose warning waits for a decision. Returns the id of its case. */
async function warned({ address }: PrintedCode, skuId: string, history: ReturnType<typeof historyOf>) {
  await world.database.query(`insert into code_visits (address, visit_log, visits) values ($1, $2, '')`, [
    address,
    Buffer.from(encodeVisitLog(history)),
  ])
  const { rows } = await world.database.query(
    `insert into verdict_case (merchant_id, sku_id, order_id, address, rule, fired, level)
     select merchant_id, $2, order_id, address, 'visitors', '{"rule": "travel", "from": "MY", "to": "DE", "km": 9, "minutes": 9}', 'caution'
     from code where address = $1 returning id`,
    [address, skuId],
  )
  return rows[0].id as string
}

async function exported() {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['server/verify/calibration/closed-cases-command.ts'],
    {
      env: { ...process.env, DATABASE_URL: world.services.config.databaseUrl },
    },
  )
  return { text: stdout, stderr, ...ClosedCases.parse(JSON.parse(stdout)) }
}

it('exports decided warnings without codes and merchants, and the calibration follows them', async () => {
  const goods = await product(world)
  const [copy, mistake, other] = goods.active as [PrintedCode, PrintedCode, PrintedCode]
  const brand = world.api(verdictContract, await world.signUp({ confirmed: true, merchantId: goods.merchantId }))
  const decide = async (code: PrintedCode, visits: number, reason: 'copy' | 'mistake' | 'other') => {
    const id = await warned(code, goods.skuId, historyOf(visits))
    await brand.change({ params: { id }, body: { state: 'closed', reason, note: 'Seen at Ada’s shop' } })
  }
  await decide(copy, 9, 'copy')
  await decide(mistake, 5, 'mistake')
  await decide(other, 7, 'other')
  await world.database.query(`insert into verdict_setting (sku_id, merchant_id, settings) values ($1, $2, $3)`, [
    goods.skuId,
    goods.merchantId,
    { category: 'display' },
  ])

  const { cases, text, stderr } = await exported()
  const of = (visits: number) => strongestFeatures(historyOf(visits).visits)
  expect(cases.toSorted((one, two) => one.reason.localeCompare(two.reason))).toEqual([
    { category: 'display', reason: 'copy', features: of(9) },
    { category: 'display', reason: 'mistake', features: of(5) },
  ])
  // Nothing else, such as a warning of Node.
  expect(stderr).toBe('2 decided warnings\n')
  for (const secret of [goods.merchantId, goods.skuId, copy.address, 'Ada', 'MY']) expect(text).not.toContain(secret)

  await measureScores(world.services.db, { signal: new AbortController().signal, heartbeat: async () => {} }, now)
  const { rows } = await world.database.query('select sample from verdict_calibration where sku_id = $1', [goods.skuId])
  // The copy is left out, the mistake is known to be honest, and the third is one of the others.
  expect(rows[0].sample).toMatchObject([{ codes: 2, scores: [expect.any(Number)], honest: [expect.any(Number)] }])
})

it('needs a database', async () => {
  const { DATABASE_URL: _, ...env } = process.env
  await expect(
    promisify(execFile)(process.execPath, ['server/verify/calibration/closed-cases-command.ts'], { env }),
  ).rejects.toMatchObject({
    code: 78,
    stderr: expect.stringContaining('DATABASE_URL'),
  })
})
