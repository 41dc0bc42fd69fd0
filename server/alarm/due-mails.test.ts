import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { everyMinute, sensors } from '#server/sensor/sensor.fixture.ts'
import { mailDueAlarms } from './due-mails.ts'
import { searchDueSensors } from './sensors.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
})
beforeEach(async () => {
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

type Mail = { subject: string; text: string; html: string }
async function mailsTo({ email }: Person): Promise<Mail[]> {
  const { rows } = await world.database.query(
    'select subject, text_body as text, html_body as html from mail_message where to_address = $1 and subject ilike any($2) order by created_at',
    [email, ['%alarm%', '%о температуре%']],
  )
  return rows
}

const write = (services: Parameters<typeof mailDueAlarms>[0] = world.services) => mailDueAlarms(services)
const passMinutes = (minutes: number) =>
  world.database.query('update temperature_alarm set mailed_at = mailed_at - make_interval(mins => $1)', [minutes])

/** Alarms of sensors that are too warm, one of each. */
async function alarmsOf(count: number, name: string, person = owner, values = [9]) {
  for (let n = 1; n <= count; n++) {
    const body = {
      name: `${name} ${n}`,
      type: 'temperature',
      unit: '°C',
      location: 'Port Klang',
      threshold: 8,
    } as const
    const { id } = await sensors(world, person).create({ body })
    await sensors(world, person).addReadings({ params: { id }, body: { logs: everyMinute(values) } })
  }
  await searchDueSensors(world.services)
}

test('writes one mail to an account when thirty sensors become too warm at once [SE01]', async () => {
  await alarmsOf(30, '<Store> {{count}}')
  await write()
  await write()
  const [mail, ...others] = await mailsTo(owner)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Temperature alarms: 30')
  expect(mail!.text).toContain('New temperature alarms: 30. Please check the goods.')
  expect(mail!.text.match(/<Store> {{count}} \d+ \(Port Klang\): at or above 8 °C from /g)).toHaveLength(20)
  expect(mail!.text.match(/http\S+\/sensor\?sensorId=/g)).toHaveLength(20)
  expect(mail!.text).toContain('And more: 10')
  expect(mail!.text).toMatch(/Open the alerts: http\S+\/alerts$/)
  expect(mail!.html).toContain('&#60;Store&#62; {{count}} 1 ')
})

test('counts the excursions of a sensor in one line when a mail is about several sensors [SE01]', async () => {
  await alarmsOf(2, 'Often', owner, [9, 5, 10, 5])
  await write()
  const [mail] = await mailsTo(owner)
  expect(mail!.subject).toBe('Temperature alarms: 4')
  expect(mail!.text).toMatch(
    /Often 1 \(Port Klang\): 2 times at or above 8 °C, for 2 minutes in total, .* Highest value: 10 °C\./,
  )
})

test('mails in Russian to an account that uses Russian [SE01]', async () => {
  await world.database.query("update account set language = 'ruRU' where email = $1", [owner.email])
  await alarmsOf(2, 'Склад', owner, [5, 9])
  await write()
  const [mail] = await mailsTo(owner)
  expect(mail!.subject).toBe('Предупреждения о температуре: 2')
  expect(mail!.text).toMatch(
    /Склад 1 \(Port Klang\): порог 8 °C достигнут .*, длительность пока \d минут.*Наибольшее значение: 9 °C\./,
  )
})

test('mails the alarms of the next minutes together when a mail was just written [SE01]', async () => {
  await alarmsOf(1, 'First')
  await write()
  await alarmsOf(2, 'Later')
  await passMinutes(4)
  await write()
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual(['Temperature alarm: First 1'])
  await passMinutes(1)
  await write()
  const subjects = ['Temperature alarm: First 1', 'Temperature alarms: 2']
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual(subjects)
})

test('writes one mail when alarms are mailed by several processes at once [SE01]', async () => {
  await alarmsOf(3, 'Once')
  await Promise.all([write(), write(), write(), write()])
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual(['Temperature alarms: 3'])
})

test('writes a mail in the next run, and other merchants’ at once, when its transaction fails [SE01]', async () => {
  const other = await fieldMerchant(world)
  await alarmsOf(2, 'Failed')
  await alarmsOf(2, 'Other', other)
  const { mail, db } = world.services
  const failing: typeof mail = {
    ...mail,
    async queue(tx, letter) {
      await mail.queue(tx, letter)
      if (letter.to === owner.email) throw new Error('The process ends here')
    },
  }
  await expect(write({ db, mail: failing })).rejects.toThrow('The alarms of some merchants stay due')
  expect([await mailsTo(owner), await mailsTo(other)].map(({ length }) => length)).toEqual([0, 1])
  await write()
  expect([await mailsTo(owner), await mailsTo(other)].map(({ length }) => length)).toEqual([1, 1])
})

test('waits for no transaction that extends an alarm, and mails that alarm later [SE01]', async () => {
  await alarmsOf(2, 'Locked')
  await world.services.db.system(async (tx) => {
    await tx.execute(
      sql`select from temperature_alarm where merchant_id = ${owner.merchantId} order by id limit 1 for update`,
    )
    await write()
  })
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([expect.stringMatching('alarm: Locked')])
  await passMinutes(5)
  await write()
  expect(await mailsTo(owner)).toHaveLength(2)
})
