import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData } from '#server/core/test/merchant-data.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { mailNotifications } from './jobs.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const bell = (person: Person) => world.api(notificationContract, person)
const context = () => ({
  services: world.services,
  signal: new AbortController().signal,
  heartbeat: async () => undefined,
  attempt: 'test',
})

/** A merchant with an order, a case and a dealer, whose notifications of the set-up are read. */
async function scene() {
  const person = await world.approvedMerchant({ credit: 100 })
  const dealer = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
  const data = await createMerchantData(world, person)
  await bell(person).markRead({ body: {} })
  await bell(dealer).markRead({ body: {} })
  await world.database.query('delete from notification where merchant_id = $1', [person.merchantId])
  return { person, dealer, data }
}

const mailsTo = ({ email }: Person) => writtenMails(world, email)

test('notifies every account of a merchant of an event, and no other merchant', async () => {
  const [{ person, dealer, data }, stranger] = [await scene(), await scene()]
  await world.database.query(`update code_order set state = 'running' where id = $1`, [data.orderId])
  await world.database.query(`update code_order set state = 'done' where id = $1`, [data.orderId])
  for (const one of [person, dealer]) {
    const { rows, total } = await bell(one).list({ query: {} })
    expect([rows[0], total]).toMatchObject([
      { kind: 'order', event: 'orderFinished', subject: data.orderId, readAt: null },
      1,
    ])
    expect(await bell(one).unread()).toEqual({ unread: 1 })
  }
  expect(await bell(stranger.person).list({ query: {} })).toEqual({ rows: [], total: 0 })
})

test('publishes an event when a notification was written, after the commit', async () => {
  const { person, data } = await scene()
  const heard: string[] = []
  const stop = world.services.events.subscribe(merchantChannel(person.merchantId!), ({ type }) => heard.push(type))
  await world.database.query(
    `insert into recall (merchant_id, scope, target, message) values ($1, 'sku', $2, 'Stop')`,
    [person.merchantId, data.skuId],
  )
  await vi.waitFor(() => expect(heard).toContain('notification'), 10_000)
  stop()
  expect((await bell(person).list({ query: {} })).rows[0]).toMatchObject({ kind: 'recall', event: 'recalled' })
})

test("marks only the user's own notifications as read", async () => {
  const { person, dealer, data } = await scene()
  await world.database.query(`update code_order set state = 'running' where id = $1`, [data.orderId])
  await world.database.query(`update code_order set state = 'failed' where id = $1`, [data.orderId])
  const { rows } = await bell(person).list({ query: {} })
  await bell(dealer).markRead({ body: { ids: [rows[0]!.id] } })
  expect(await bell(person).unread()).toEqual({ unread: 1 })
  await bell(person).markRead({ body: { ids: [rows[0]!.id] } })
  expect([await bell(person).unread(), await bell(dealer).unread()]).toEqual([{ unread: 0 }, { unread: 1 }])
})

test('mails the kinds chosen for mail, once and in one mail, and shows the kinds chosen for the bell', async () => {
  const { person, dealer, data } = await scene()
  const chosen = defaultNotificationSettings('merchant')
  await bell(person).saveSettings({
    body: { ...chosen, order: { bell: false, mail: true }, recall: { bell: true, mail: true } },
  })
  expect((await bell(person).settings()).order).toEqual({ bell: false, mail: true })
  await world.database.query(`update code_order set state = 'running' where id = $1`, [data.orderId])
  await world.database.query(`update code_order set state = 'done' where id = $1`, [data.orderId])
  await world.database.query(
    `insert into recall (merchant_id, scope, target, message) values ($1, 'sku', $2, 'Stop')`,
    [person.merchantId, data.skuId],
  )
  expect((await bell(person).list({ query: {} })).rows.map(({ kind }) => kind)).toEqual(['recall'])
  await mailNotifications.run({}, context())
  await mailNotifications.run({}, context())
  const mails = await mailsTo(person)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('New in Assay: 2')
  for (const words of ['The codes of order', 'Recall started', '/settings/notifications'])
    expect(mails[0]!.text).toContain(words)
  // A dealer gets mail only by choice.
  expect(await mailsTo(dealer)).toEqual([])
})

test('shows one alert of a product within an hour while it is unread, however many codes are copied', async () => {
  const { person, data } = await scene()
  await world.database.query(
    `insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference)
     select $1::uuid, $2, $3, gen_random_uuid(), 'caution', 'R-' || n || '-' || left($1::uuid::text, 8) from generate_series(1, 50) n`,
    [person.merchantId, data.skuId, data.orderId],
  )
  expect((await bell(person).list({ query: {} })).rows.map(({ event }) => event)).toEqual(['reportReceived'])
})

test('has the same defaults in the database as on the screen', async () => {
  for (const role of ['merchant', 'dealer', 'customerservice'] as const) {
    for (const [kind, channels] of Object.entries(defaultNotificationSettings(role))) {
      const { rows } = await world.database.query(
        `select notification_wanted(null, $1, $2, 'bell') as bell, notification_wanted(null, $1, $2, 'mail') as mail`,
        [role, kind],
      )
      expect({ role, kind, ...rows[0] }).toEqual({ role, kind, ...channels })
    }
  }
})
