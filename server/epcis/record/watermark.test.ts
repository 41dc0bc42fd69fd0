import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { epcis, jobContext } from '#server/epcis/epcis.fixture.ts'
import { recordEarlierEvents } from '#server/epcis/jobs.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase } from '#server/pack/pack.fixture.ts'
import { subjectTypes } from './drafts.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 10 })
  await enableFeatures(world, person, 'temperature')
  const orderId = await orderOf(world, person, await productOf(world, person), 4)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const run = () => recordEarlierEvents.run({}, jobContext(world))
const steps = async () => {
  const { epcisBody } = await epcis(world, person).events({ query: { orderBy: 'recordTime', orderDirection: 'ASC' } })
  return epcisBody.queryResults.resultsBody.eventList.map(({ bizStep }) => bizStep)
}
const age = (table: 'logistic' | 'pack', id: string, days: number) =>
  world.database.query(
    `update ${table} set created_at = now() - make_interval(days => $2)
       ${table === 'logistic' ? ', updated_at = now() - make_interval(days => $2)' : ''} where id = $1`,
    [id, days],
  )

test('looks at everything once, and then only at what changed since', async () => {
  const first = await ship(world, person, codes.splice(0, 1))
  await age('logistic', first.id, 400)
  await run()
  expect(await steps()).toEqual(['shipping'])
  const { rows } = await world.database.query(
    `select type from epcis_mark where recorded_to between now() - interval '25 hours' and now() - interval '23 hours'`,
  )
  expect(rows.map(({ type }) => type).sort()).toEqual([...subjectTypes].sort())

  const old = await ship(world, person, codes.splice(0, 1))
  await age('logistic', old.id, 3)
  const box = await packCase(world, person, codes.splice(0, 1))
  await age('pack', box.id, 3)
  await run()
  expect(await steps()).toEqual(['shipping'])

  await world.database.query('update logistic set delivered_at = now(), updated_at = now() where id = $1', [old.id])
  await world.database.query('update pack set created_at = now() where id = $1', [box.id])
  await run()
  expect((await steps()).slice(1).sort()).toEqual(['packing', 'receiving', 'shipping'])
})

test('keeps the watermark when a subject cannot be recorded, so that the next run finds it again', async () => {
  const mark = async () =>
    (await world.database.query("select recorded_to from epcis_mark where type = 'shipment'")).rows[0].recorded_to
  const before = await mark()
  await ship(world, person, codes.splice(0, 1))
  await world.database.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger fail before insert on epcis_event for each row execute function fail()`)
  await expect(run()).rejects.toThrow()
  expect(await mark()).toEqual(before)
  await world.database.query('drop trigger fail on epcis_event')
  const known = (await steps()).length
  await run()
  expect(await steps()).toHaveLength(known + 1)
  expect((await mark()).getTime()).toBeGreaterThan(before.getTime())
})
