import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailHeaderOf, smtpServer } from '#server/core/mail/smtp-server.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { placeOf, storeScans } from '#server/insights/scans/scans.fixture.ts'
import { countAllScans } from '#server/insights/sums/count-scans.ts'
import { slotTime } from '#server/insights/zone-clock.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { weeklySummaryContract } from '#shared/insights/weekly-summary-contract.ts'
import { mailWeeklySummaries } from './jobs.ts'
import { wholeWeeks } from './week.ts'

const timeZone = 'Asia/Kathmandu'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())
beforeEach(() => world.database.query('delete from weekly_summary'))

const digest = (person?: Person) => world.api(weeklySummaryContract, person)
const runJob = ({ services } = world) =>
  mailWeeklySummaries.run(
    {},
    {
      services,
      signal: new AbortController().signal,
      heartbeat: async () => undefined,
      attempt: 'test',
    },
  )
const mailsTo = ({ email }: Person) => writtenMails(world, email)
/** Makes the summary due without waiting for Monday. */
const makeDue = (person: Person) =>
  world.database.query(`update weekly_summary set due_at = now() - interval '2 minutes' where account_id = $1`, [
    person.id,
  ])

/** A merchant with four scans in Kathmandu in the last whole week and two in the week before, around its midnights. */
async function scannedMerchant() {
  const person = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, person)
  const { begin, middle, end } = wholeWeeks(new Date(), timeZone)
  const at = (slot: number, ms = 0) => new Date(Date.parse(slotTime(slot)) + ms)
  const scan = {
    merchantId: person.merchantId!,
    skuId,
    placeId: await placeOf(world, 'Kathmandu', 'NP'),
  }
  await storeScans(world, [
    ...[at(begin), at(middle, -1), at(middle), at(middle + 5), at(end, -1)].map((time) => ({ ...scan, at: time })),
    // Both are outside of the weeks.
    ...[at(begin, -1), at(end)].map((time) => ({ ...scan, at: time })),
    { ...scan, at: at(middle + 7), kind: 'r' as const },
  ])
  await countAllScans(world.services.db)
  return { person, skuId, range: { from: at(middle).toISOString(), to: at(end).toISOString() } }
}

test('mails the weekly numbers once to each account that chose it, in its language and time zone [IN06]', async () => {
  const { person, range } = await scannedMerchant()
  await runJob()
  expect(await mailsTo(person)).toEqual([])
  expect(await digest(person).settings()).toEqual({ on: false, timeZone: null })
  await digest(person).saveSettings({ body: { on: true, timeZone } })
  await runJob()
  expect(await mailsTo(person)).toEqual([])
  await makeDue(person)
  await Promise.all([runJob(), runJob()])
  await runJob()
  const mails = await mailsTo(person)
  expect(mails).toHaveLength(1)
  const { subject, text, html, unsubscribeUrl } = mails[0]!
  expect(subject).toMatch(/^Your week in Assay: \d+ \w+ – \d+ \w+$/)
  expect(text).toContain('Scans: 3 (+50%, before: 2)\nVisits of your site: 1 (none before)')
  expect(text).toMatch(/Most scanned products\n.+: 4\n/)
  expect(text).toContain('Most scanned places\nKathmandu, Nepal: 4')
  expect(text).toContain(`(${timeZone})`)
  expect(text).toContain(unsubscribeUrl)
  expect(html).toContain('Scans: 3 (+50%, before: 2)<br>')
  // The screen has the same numbers.
  const shown = await world.api(insightsContract, person).read({ query: { ...range, timeZone } })
  expect(shown.summary.map(({ count }) => count).slice(1)).toEqual([3, 1])
  const days = new URL(/http\S+insights\?\S+/.exec(text)![0]).searchParams
  expect(Date.parse(days.get('to')!) - Date.parse(days.get('from')!)).toBe(6 * 86_400_000)
})

test('writes the mail in Russian, and reports a week without scans [IN06]', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(`update account set language = 'ruRU' where id = $1`, [person.id])
  await digest(person).saveSettings({ body: { on: true, timeZone } })
  await makeDue(person)
  await runJob()
  const { subject, text } = (await mailsTo(person))[0]!
  expect(subject).toMatch(/^Ваша неделя в Assay: /)
  expect(text).toContain('Сканирования: 0 (раньше не было)')
  expect(text).toContain('На этой неделе ничего не сканировали.')
})

test('waits with the mail until all scans of the week are counted [IN06]', async () => {
  const person = await world.confirmedMerchant()
  await digest(person).saveSettings({ body: { on: true, timeZone } })
  await makeDue(person)
  await world.database.query(`update scan_sums_mark set counted_to = now() - interval '1 hour'`)
  await runJob()
  expect(await mailsTo(person)).toEqual([])
  await countAllScans(world.services.db)
  await runJob()
  expect(await mailsTo(person)).toHaveLength(1)
})

test('writes the mails of others when one fails, and tries that one again later [IN06]', async () => {
  const [broken, person] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  for (const one of [broken, person]) {
    await digest(one).saveSettings({ body: { on: true, timeZone } })
    await makeDue(one)
  }
  await world.database.query(`update weekly_summary set time_zone = 'Mars/Olympus' where account_id = $1`, [broken.id])
  await runJob()
  expect(await mailsTo(person)).toHaveLength(1)
  expect(await mailsTo(broken)).toEqual([])
  const { rows } = await world.database.query(
    `select due_at between now() + interval '50 minutes' and now() + interval '70 minutes' as later
     from weekly_summary where account_id = $1`,
    [broken.id],
  )
  expect(rows).toEqual([{ later: true }])
})

test('stops the mails by the link of one, without a session, and by a form of a mail program [IN06]', async () => {
  const person = await world.confirmedMerchant()
  await digest(person).saveSettings({ body: { on: true, timeZone } })
  await makeDue(person)
  await runJob()
  const { pathname, search, searchParams } = new URL((await mailsTo(person))[0]!.unsubscribeUrl!)
  const token = searchParams.get('token')!
  // A GET request does not unsubscribe: mail programs open links.
  await world.app.inject({ url: `${pathname}${search}` })
  expect((await digest(person).settings()).on).toBe(true)
  const answer = await world.app.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(200)
  expect((await digest(person).settings()).on).toBe(false)
  await digest(person).saveSettings({ body: { on: true, timeZone } })
  await digest().stop({ body: { token } })
  await digest().stop({ body: { token } })
  expect((await digest(person).settings()).on).toBe(false)
  for (const wrong of ['', 'x', person.id])
    await expect(digest().stop({ body: { token: wrong } })).rejects.toMatchObject({ status: 404 })
})

test('sends the mail by SMTP with the headers of a button that stops it, which works [IN06]', async () => {
  const server = await smtpServer()
  const mailFrom = { name: 'Assay', address: 'no-reply@example.com' }
  const sending = await testApp({ config: { mail: 'smtp', smtpUrl: server.url, mailFrom } })
  try {
    const person = await sending.confirmedMerchant()
    const own = sending.api(weeklySummaryContract, person)
    await own.saveSettings({ body: { on: true, timeZone } })
    await countAllScans(sending.services.db)
    await sending.database.query(`update weekly_summary set due_at = now() - interval '2 minutes'`)
    await runJob(sending)
    await sending.work()
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1)
    const [mail] = server.received
    expect(mailHeaderOf(mail!, 'To')).toBe(person.email)
    expect(mailHeaderOf(mail!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<(http\S+)>$/.exec(mailHeaderOf(mail!, 'List-Unsubscribe')!)![1]!
    const answer = await sending.app.inject({
      method: 'POST',
      url: url.slice(new URL(url).origin.length),
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await own.settings()).on).toBe(false)
  } finally {
    await sending.close()
    server.close()
  }
})
