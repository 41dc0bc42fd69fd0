import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { allJobs } from '#server/domains.ts'
import { type MailContent, sendMail } from './mail.ts'
import { type SmtpServer, smtpServer } from './smtp-server.fixture.ts'

let server: SmtpServer
let t: TestApp
beforeAll(async () => {
  server = await smtpServer({ refusals: 1 })
  t = await testApp({
    config: {
      mail: 'smtp',
      smtpUrl: server.url,
      mailFrom: { name: 'Assay', address: 'no-reply@example.com' },
    },
  })
})
afterAll(async () => {
  await t.close()
  server.close()
})

const content: MailContent = () => ({
  subject: 'Welcome Ann',
  paragraphs: ['Good to see you.'],
  action: { label: 'Confirm', path: '/c' },
})

test('sends mail over SMTP with both parts, again after a temporary rejection, and only once', async () => {
  const { db, mail } = t.services
  await db.system((tx) => mail.queue(tx, { to: 'ann@example.com', language: 'enUS', content }))
  await t.work()
  await vi.waitFor(
    async () => {
      const { rows } = await t.database.query('select state, sent_at is not null as dated from mail_message')
      expect(rows).toEqual([{ state: 'sent', dated: true }])
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(server.received).toHaveLength(1)
  for (const part of ['To: ann@example.com', 'Subject: Welcome Ann', 'text/plain', 'text/html'])
    expect(server.received[0]).toContain(part)
})

test('sends to one recipient when a stored address contains a second one in brackets or after a comma', async () => {
  const { db, mail } = t.services
  server.envelopes.length = 0
  const stored = ['foo<victim@example.com>', 'a@example.com,victim@example.com', 'x:victim@example.com;']
  for (const to of stored) await db.system((tx) => mail.queue(tx, { to, language: 'enUS', content }))
  await vi.waitFor(() => expect(server.envelopes).toHaveLength(stored.length), { timeout: 20_000, interval: 200 })
  expect(server.envelopes.filter((line) => line.includes('TO:<victim@example.com>'))).toEqual([])
})

test('marks a mail as failed when it is given up, and never sends it after that', async () => {
  const { db, mail } = t.services
  await t.services.jobs.stop()
  await t.services.jobs.start([...allJobs])
  server.envelopes.length = 0
  await db.system((tx) => mail.queue(tx, { to: 'given-up@example.com', language: 'enUS', content }))
  const stored = `from mail_message where to_address = 'given-up@example.com'`
  const { rows } = await t.database.query(`select id ${stored}`)
  await sendMail.gaveUp!({ id: rows[0].id }, { services: t.services, failure: 'unavailable' })
  await t.work()
  await vi.waitFor(
    async () => {
      const { rows: jobs } = await t.database.query(
        `select state from pgboss.job where name = 'core.mail' and data ->> 'id' = $1`,
        [rows[0].id],
      )
      expect(jobs).toEqual([{ state: 'completed' }])
    },
    { timeout: 20_000, interval: 200 },
  )
  expect((await t.database.query(`select state, error ${stored}`)).rows).toEqual([
    { state: 'failed', error: 'unavailable' },
  ])
  expect(server.envelopes).toEqual([])
})

test('has no mailbox page when mail is sent by SMTP', async () => {
  expect((await t.app.inject('/mailbox')).statusCode).toBe(404)
  expect((await t.app.inject('/mailbox.json')).statusCode).toBe(404)
})
