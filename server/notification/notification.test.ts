import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData } from '#server/core/test/merchant-data.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { generate } from '#server/order/order.fixture.ts'
import { alarmRaised } from '#shared/alarm/events.ts'
import { alertReasonText } from '#shared/notification/alert-reason-text.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { patternFound } from '#shared/pattern/events.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { caseOpened } from '#shared/verdict/events.ts'
import type { TriggeredRule } from '#shared/verdict/rules.ts'
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

type Scene = Awaited<ReturnType<typeof scene>>

/** A merchant with orders, a case and a dealer, without the notifications of the set-up. */
async function scene() {
  const person = await world.approvedMerchant({ credit: 100 })
  const dealer = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
  const data = await createMerchantData(world, person)
  await world.deliverEvents()
  await world.database.query('delete from notification where merchant_id = $1', [person.merchantId])
  return { person, dealer, data }
}

/** Generates the codes of the waiting order. */
async function finishOrder({ queuedId }: Scene['data']): Promise<void> {
  await generate(world, queuedId)
  await world.deliverEvents()
}
async function failOrder({ queuedId }: Scene['data']): Promise<void> {
  await generateCodes.gaveUp!({ orderId: queuedId }, { services: world.services, failure: 'internal' })
  await world.deliverEvents()
}
async function recallProduct({ person, data }: Pick<Scene, 'person' | 'data'>): Promise<void> {
  const { rows } = await world.database.query('select sku from sku where id = $1', [data.skuId])
  await world.api(verdictContract, person).recall({
    body: { scope: 'sku', target: data.skuId, message: 'Stop', confirm: rows[0].sku },
  })
  await world.deliverEvents()
}

const mailsTo = ({ email }: Person) => writtenMails(world, email)

test('notifies every account of a merchant of an event, and no other merchant', async () => {
  const [{ person, dealer, data }, stranger] = [await scene(), await scene()]
  await finishOrder(data)
  for (const one of [person, dealer]) {
    const { rows, total } = await bell(one).list({ query: {} })
    expect([rows[0], total]).toMatchObject([
      { kind: 'order', event: 'orderFinished', subject: data.queuedId, readAt: null },
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
  await recallProduct({ person, data })
  await vi.waitFor(() => expect(heard).toContain('notification'), 10_000)
  stop()
  expect((await bell(person).list({ query: {} })).rows[0]).toMatchObject({ kind: 'recall', event: 'recalled' })
})

test("marks only the user's own notifications as read", async () => {
  const { person, dealer, data } = await scene()
  await failOrder(data)
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
  await finishOrder(data)
  await recallProduct({ person, data })
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
  const open = async (cases: number, isReport: boolean) => {
    const opened = Array.from({ length: cases }, () => ({
      merchantId: person.merchantId!,
      subject: randomUUID(),
      data: { product: `Tea of ${data.skuId}`, isReport },
    }))
    await world.services.db.system((tx) => emit(tx, caseOpened, opened))
    await world.deliverEvents()
  }
  const alerts = async () => (await bell(person).list({ query: {} })).rows.map(({ event }) => event)
  await open(50, true)
  await open(1, true)
  expect(await alerts()).toEqual(['reportReceived'])
  await open(2, false)
  expect(await alerts()).toEqual(['caseOpened', 'reportReceived'])
  await bell(person).markRead({ body: {} })
  await open(1, true)
  expect(await alerts()).toEqual(['reportReceived', 'caseOpened', 'reportReceived'])
})

const fired = {
  rule: 'visitors',
  checks: 14,
  people: 12,
  countries: 3,
  days: 9,
  reasons: ['kinds'],
} as const satisfies TriggeredRule
const seen = { facts: { kind: 'labels', codes: 40, minutes: 12, at: '2026-05-03T10:00:00.000Z' } as const }
const pattern = { ...seen, firstSerial: 1, lastSerial: 40, codes: 40 }

test('says in console and mails why there is an alert, what to do and where [VD06]', async () => {
  const { person } = await scene()
  const [merchantId, caseId, patternId] = [person.merchantId!, randomUUID(), randomUUID()]
  const tell = async (run: (tx: Tx) => Promise<void>) => {
    await world.services.db.system(run)
    await world.deliverEvents()
  }
  const openCase = (tx: Tx) =>
    emit(tx, caseOpened, [{ merchantId, subject: caseId, data: { product: 'Tea', isReport: false, fired } }])
  await tell(openCase)
  const sentence =
    'More scans than usual for one item: scanned on 9 different days, by at least 12 phones of different kinds, in 3 countries'
  const { rows } = await bell(person).list({ query: {} })
  expect(rows.map(({ reason }) => reason)).toEqual([{ fired }])
  expect(alertReasonText(rows[0]!.reason!, 'enUS')).toBe(sentence)
  await mailNotifications.run({}, context())
  const [mail] = await mailsTo(person)
  const link = `${world.services.config.publicUrl}/alerts?search=${caseId}`
  for (const part of [mail!.text, mail!.html]) {
    expect(part).toContain(sentence)
    expect(part).toContain('What to do about unusual scans')
    expect(part).toContain(link)
  }
  await world.database.query("update account set language = 'ruRU' where id = $1", [person.id])
  await tell((tx) =>
    emit(tx, patternFound, [{ merchantId, subject: patternId, data: { product: 'Tea', seen: pattern } }]),
  )
  await mailNotifications.run({}, context())
  const [inRussian] = (await mailsTo(person)).slice(-1)
  for (const part of [inRussian!.text, inRussian!.html]) {
    expect(part).toContain('Один посетитель открыл 40 кодов этого заказа за 12 мин (3 мая 2026')
    expect(part).toContain('Что делать с закономерностью')
    expect(part).toContain(`/alerts?open=${patternId}`)
  }
})

test('mails an event of an earlier version, which does not say its reason', async () => {
  const { person } = await scene()
  const [merchantId, subject] = [person.merchantId!, randomUUID()]
  await world.services.db.system((tx) =>
    emit(tx, caseOpened, [{ merchantId, subject, data: { product: 'Tea', isReport: false } }]),
  )
  await world.deliverEvents()
  expect((await bell(person).list({ query: {} })).rows[0]).toMatchObject({ event: 'caseOpened', reason: null })
  await mailNotifications.run({}, context())
  expect((await mailsTo(person))[0]!.text).toMatch(/^Unusual scans of Tea\n\nWhat to do/)
})

test('shows one alert of an hour, by the time of its events, when they are delivered hours later', async () => {
  const { person, data } = await scene()
  const now = Date.now()
  const deliverLate = async (...minutesAgo: number[]) => {
    for (const minutes of minutesAgo) {
      const [merchantId, subject] = [person.merchantId!, randomUUID()]
      const product = `Tea of ${data.skuId}`
      const opened = { merchantId, subject, data: { product, isReport: true } }
      await world.services.db.system((tx) => emit(tx, caseOpened, [opened]))
      const at = new Date(now - minutes * 60_000)
      await world.database.query('update domain_event set created_at = $1 where subject = $2', [at, subject])
    }
    await world.deliverEvents()
  }
  const shown = async () =>
    (await bell(person).list({ query: {} })).rows.map(({ createdAt }) => (now - Date.parse(createdAt)) / 60_000)
  await deliverLate(300, 250)
  expect(await shown()).toEqual([300])
  await deliverLate(245, 235, 230)
  expect(await shown()).toEqual([235, 300])
  await deliverLate(180)
  expect(await shown()).toEqual([235, 300])
})

test('tells only the merchant account of a decision, and leaves its and temperature mails to their domains', async () => {
  const { person, dealer, data } = await scene()
  const [merchantId, subject] = [person.merchantId!, data.certificateId]
  const decided = { kind: 'certificate' as const, name: 'Organic' }
  await world.services.db.system(async (tx) => {
    for (const status of ['Approved', 'Rejected', 'Request Changes', 'Pending Approval'] as const)
      await emit(tx, reviewDecided, [{ merchantId, subject, data: { ...decided, status } }])
    await emit(tx, alarmRaised, [{ merchantId, subject: data.sensorId, data: { name: 'Port' } }])
  })
  await world.deliverEvents()
  const told = async (one: Person) =>
    (await bell(one).list({ query: {} })).rows.map(({ event, name, detail }) => [event, name, detail])
  const alarm = ['temperatureAlarm', 'Port', '']
  expect((await told(person)).toSorted()).toEqual([
    ['approved', 'Organic', 'certificate'],
    ['changesRequested', 'Organic', 'certificate'],
    ['rejected', 'Organic', 'certificate'],
    alarm,
  ])
  expect(await told(dealer)).toEqual([alarm])
  await mailNotifications.run({}, context())
  expect(await mailsTo(person)).toEqual([])
})
