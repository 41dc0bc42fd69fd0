import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { certificateOf } from '#server/activation/activation.fixture.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { businessContract } from '#shared/business/contract.ts'
import { reviewContract } from '#shared/review/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
  await world.work()
})
afterAll(() => world.close())

const undo = (kind: 'business' | 'trademark' | 'certificate', id: string, who = admin) =>
  world.api(reviewContract, who).undo({ body: { kind, id } })

async function registered(): Promise<{ person: Person; id: string }> {
  const person = await world.confirmedMerchant()
  const documents = await uploaded(world, person)
  const created = await world.api(businessContract, person).create({
    body: { registration_no: 'REG-1', details: { documents, country: 'Malaysia' } },
  })
  return { person, id: created.id }
}

const review = (id: string, verified: boolean, note?: string, who = admin) =>
  world.api(businessContract, who).review({ params: { id }, body: { details: { verified }, ...(note && { note }) } })

/** Ends the time to undo, for the decision and for its job. */
async function letTimePass(subject: string) {
  await world.database.query(
    `update review_decision set created_at = created_at - interval '10 seconds' where subject_id = $1`,
    [subject],
  )
  await world.database.query(
    `update pgboss.job set start_after = now() where name = 'review.tell' and data ->> 'id' in
     (select id::text from review_decision where subject_id = $1)`,
    [subject],
  )
}

/** Waits until every job of these decisions has finished. */
async function jobsFinished(subject: string) {
  await letTimePass(subject)
  await vi.waitFor(async () => {
    const { rows } = await world.database.query(
      `select j.state from review_decision d join pgboss.job j on j.name = 'review.tell' and j.data ->> 'id' = d.id::text
       where d.subject_id = $1`,
      [subject],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ state }) => state === 'completed')).toBe(true)
  }, 20_000)
}

const mailsTo = ({ email }: Person) => writtenMails(world, email)

async function trailOf(subject: string): Promise<string[]> {
  const { rows } = await world.database.query('select action from audit_entry where subject = $1 order by seq', [
    subject,
  ])
  return rows.map(({ action }) => action)
}

test('mails a decision ten seconds later, exactly once [AD01]', async () => {
  const { person, id } = await registered()
  await review(id, true)
  const { rows } = await world.database.query(
    `select extract(epoch from j.start_after - d.created_at)::float8 as seconds from pgboss.job j
     join review_decision d on j.data ->> 'id' = d.id::text where d.subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ seconds: 10 }])
  expect(await mailsTo(person)).toEqual([])
  await jobsFinished(id)
  const mails = await mailsTo(person)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Approved: your business Brand')])
  // The job may be restarted after the merchant was notified.
  await world.database.query(
    `update pgboss.job set state = 'created', completed_on = null, start_after = now()
     where name = 'review.tell' and data ->> 'id' = (select id::text from review_decision where subject_id = $1)`,
    [id],
  )
  await jobsFinished(id)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('undo within ten seconds takes a decision back, and sends no mail [AD01]', async () => {
  const { person, id } = await registered()
  const events: string[] = []
  const channel = merchantChannel(person.merchantId!)
  const unsubscribe = world.services.events.subscribe(channel, ({ type }) => events.push(type))
  // Events arrive in the order of their commits, so no event of the registration is pending after this one.
  await world.services.events.publish(null, channel, 'registered', {})
  await vi.waitFor(() => expect(events).toContain('registered'), 10_000)
  events.length = 0
  await review(id, true)
  expect(await world.api(businessContract, person).progress()).toMatchObject({ businessApproved: true })
  expect(await undo('business', id)).toEqual({ status: 'Pending Approval' })
  await vi.waitFor(() => expect(events).toEqual(['progress', 'progress']), 10_000)
  expect(await world.api(businessContract, person).progress()).toMatchObject({ businessApproved: false })
  expect((await world.api(businessContract, person).read()).details).toMatchObject({
    verified: false,
    verified_by: null,
  })
  expect(await trailOf(id)).toEqual(['business.create', 'business.approve', 'review.undo'])
  await expect(undo('business', id)).rejects.toMatchObject({ status: 404, code: 'review.nothing' })
  await jobsFinished(id)
  expect(await mailsTo(person)).toEqual([])
  unsubscribe()
})

test('undo after ten seconds is too late, whether the mail was sent or not [AD01]', async () => {
  const { person, id } = await registered()
  await review(id, false, 'The document is of another company')
  await world.database.query(
    `update review_decision set created_at = created_at - interval '10 seconds' where subject_id = $1`,
    [id],
  )
  await expect(undo('business', id)).rejects.toMatchObject({ status: 409, code: 'review.tooLate' })
  await jobsFinished(id)
  await expect(undo('business', id)).rejects.toMatchObject({ status: 409, code: 'review.tooLate' })
  const [mail] = await mailsTo(person)
  expect(mail).toMatchObject({
    subject: expect.stringContaining('Rejected: your business'),
    text: expect.stringContaining('Reason: The document is of another company'),
  })
  expect(await trailOf(id)).toEqual(['business.create', 'business.reject'])
})

test('removes a rejected business from the queue, and returns it when the merchant changes it [AD01]', async () => {
  const { person, id } = await registered()
  const queue = async () =>
    (await world.api(businessContract, admin).all({ query: { waiting: 'yes', limit: 200 } })).rows.map((row) => row.id)
  expect(await queue()).toContain(id)
  await review(id, false, 'Blurred')
  expect(await queue()).not.toContain(id)
  const own = await world.api(businessContract, person).read()
  expect(own.details).toMatchObject({ verified: false, review_note: 'Blurred' })
  await world.api(businessContract, person).update({ body: own })
  expect(await queue()).toContain(id)
  await jobsFinished(id)
  // The mail of the outdated decision must not be sent.
  expect(await mailsTo(person)).toEqual([])
  await expect(undo('business', id)).rejects.toMatchObject({ code: 'review.tooLate' })
})

test('replaces a decision within ten seconds, sends one mail, and restores the first state by undo [AD02]', async () => {
  const { person } = await registered()
  const file = await uploaded(world, person)
  const details = { registration_name: 'Highland', registration_no: 'TM-1', applicant_name: 'Ada' }
  const created = await world.api(trademarkContract, person).create({
    body: {
      ...details,
      applicant_address: '12 Jalan Teh',
      country: 'Malaysia',
      acknowledgeInfoCorrect: true,
      details: { class: '30', postcode: '39100', file },
    },
  })
  const set = (status: 'Approved' | 'Rejected' | 'Request Changes', note?: string) =>
    world
      .api(trademarkContract, admin)
      .setStatus({ params: { id: created.id }, body: { status, ...(note && { note }) } })
  await set('Rejected', 'No such number')
  await set('Approved')
  expect(await undo('trademark', created.id)).toEqual({ status: 'Pending Approval' })
  await set('Approved')
  const changed = await set('Request Changes', 'Class 31')
  expect(changed).toMatchObject({ status: 'Request Changes', details: { review_note: 'Class 31' } })
  await jobsFinished(created.id)
  const mails = await mailsTo(person)
  expect(mails.map(({ subject }) => subject)).toEqual(['Changes requested: your trademark Highland'])
  expect(await trailOf(created.id)).toEqual([
    'trademark.create',
    ...['trademark.setStatus', 'trademark.setStatus', 'review.undo', 'trademark.setStatus', 'trademark.setStatus'],
  ])
})

test('mails the decision about a certificate, and its undo, in the language of its merchant [AD03]', async () => {
  const person = await world.approvedMerchant()
  await world.database.query(`update account set language = 'ruRU' where id = $1`, [person.id])
  const skuId = await productOf(world, person)
  const id = await certificateOf(world, person, skuId, 'Halal', 'Pending Approval')
  const set = (status: 'Approved' | 'Rejected') =>
    world.api(skuContract, admin).setCertificateStatus({ params: { id: skuId }, body: { certificate: id, status } })
  await set('Approved')
  expect(await undo('certificate', id)).toEqual({ status: 'Pending Approval' })
  await set('Rejected')
  await jobsFinished(id)
  expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Отклонено: сертификат Halal'),
  ])
})

test('lets only the deciding administrator undo, and keeps later changes of the merchant [AD06]', async () => {
  const { person, id } = await registered()
  const other = await world.admin()
  await review(id, true)
  await expect(undo('business', id, other)).rejects.toMatchObject({ code: 'review.nothing' })
  await expect(undo('business', id, person)).rejects.toMatchObject({ status: 403 })
  const own = await world.api(businessContract, person).read()
  const documents = await uploaded(world, person)
  await world.api(businessContract, person).update({ body: { ...own, details: { ...own.details, documents } } })
  await expect(undo('business', id)).rejects.toMatchObject({ code: 'review.changed' })
})

test('either undoes a decision or sends its mail when both run concurrently [AD01]', async () => {
  const pairs = await Promise.all(Array.from({ length: 6 }, registered))
  for (const { id } of pairs) await review(id, true)
  // The job is due while undoing is still allowed.
  await world.database.query(
    `update pgboss.job set start_after = now() where name = 'review.tell' and state = 'created'`,
  )
  const undone = await Promise.all(pairs.map(({ id }) => undo('business', id).then(Boolean, () => false)))
  for (const { id } of pairs) await jobsFinished(id)
  const mailed = await Promise.all(pairs.map(async ({ person }) => (await mailsTo(person)).length))
  expect(mailed).toEqual(undone.map((taken) => (taken ? 0 : 1)))
})
