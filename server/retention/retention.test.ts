import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import type { RetentionRule } from '#server/core/jobs/retention-rule.ts'
import { sendMail } from '#server/core/mail/mail.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { domains } from '#server/domains.ts'
import { retentionContract } from '#shared/retention/contract.ts'
import { retentionJob } from './jobs.ts'
import { retentionRulesOf } from './service.ts'

const everything = {
  scans: null,
  audit: null,
  syncLedger: null,
  syncChanges: null,
  mails: null,
  cases: null,
  jobs: 1,
  webhooks: null,
}

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { keepDays: { ...everything, mails: 30 } } })
})
afterAll(() => world.close())

const rules = retentionRulesOf(domains)
const context = () => ({
  services: world.services,
  signal: new AbortController().signal,
  attempt: 'test',
  heartbeat: async () => {},
})
const run = () => retentionJob(rules).run({}, context())
const list = async () => (await world.api(retentionContract, await world.admin()).list()).rows

async function addMails(subject: string, count: number, state: string, age: string): Promise<void> {
  await world.database.query(
    `insert into mail_message (id, to_address, subject, text_body, html_body, state, created_at)
     select gen_random_uuid(), 'a@b.example', $1, 'text', 'html', $2, now() - $3::interval from generate_series(1, $4::int)`,
    [subject, state, age, count],
  )
}
const mailsLeft = async () =>
  (
    await world.database.query(
      `select subject, count(*)::int from mail_message where to_address = 'a@b.example' group by subject order by subject`,
    )
  ).rows

test('deletes data that is older than its setting in several steps, and reports it', async () => {
  await addMails('old', 12_000, 'sent', '31 days')
  // No job sends them any more.
  await addMails('orphaned', 2, 'queued', '31 days')
  await addMails('waiting', 1, 'queued', '31 days')
  const { rows } = await world.database.query(`select id from mail_message where subject = 'waiting'`)
  await world.services.db.system((tx) => world.services.jobs.send(tx, sendMail, { id: rows[0].id }))
  await addMails('new', 2, 'sent', '29 days')
  await world.database.query('analyze mail_message')
  expect((await list()).find(({ kind }) => kind === 'mails')).toMatchObject({ since: null, lastRun: null, days: 30 })
  await run()
  expect(await mailsLeft()).toEqual([
    { subject: 'new', count: 2 },
    { subject: 'waiting', count: 1 },
  ])
  const mails = (await list()).find(({ kind }) => kind === 'mails')
  expect(mails).toMatchObject({ variable: 'KEEP_MAILS_DAYS', lastRun: { removed: 12_002 } })
  expect(Date.now() - Date.parse(mails!.since!)).toBeGreaterThanOrEqual(30 * 86_400_000)
})

test('never deletes rows of a kind without a retention period', async () => {
  await run()
  expect((await list()).find(({ kind }) => kind === 'audit')).toMatchObject({ days: null, since: null, lastRun: null })
})

test('names rows and bytes of each kind, and the size of the database', async () => {
  await world.database.query('analyze mail_message')
  const answer = await world.api(retentionContract, await world.admin()).list()
  const mails = answer.rows.find(({ kind }) => kind === 'mails')
  expect(mails!.rows).toBe(3)
  expect(mails!.bytes).toBeGreaterThan(8_000)
  expect(answer.databaseBytes).toBeGreaterThan(mails!.bytes)
})

test('deletes the other kinds when one kind fails', async () => {
  await addMails('old', 1, 'sent', '31 days')
  const failing = { kind: 'mails' as const, tables: [], remove: () => Promise.reject(new Error('no')) }
  await retentionJob([failing, ...rules]).run({}, context())
  expect(await mailsLeft()).not.toContainEqual({ subject: 'old', count: 1 })
})

test('records a run and reports what stays when a part of the rows cannot be deleted', async () => {
  const log = vi.spyOn(world.services.log, 'error').mockReturnValue(undefined)
  const rule: RetentionRule = {
    kind: 'mails',
    tables: [],
    async remove(_, __, failed) {
      if (failed.has('part')) return { removed: 7, hasMore: false }
      failed.set('part', new Error('broken part'))
      return { removed: 0, hasMore: true }
    },
  }
  await retentionJob([rule]).run({}, context())
  expect((await list()).find(({ kind }) => kind === 'mails')).toMatchObject({ lastRun: { removed: 7 } })
  const { err } = log.mock.calls[0]![0] as unknown as { err: AggregateError }
  expect(err.errors).toEqual([new Error('broken part')])
  log.mockRestore()
})

test('rejects a retention period below the minimum at startup', () => {
  expect(() => loadConfig({ ...process.env, KEEP_SCANS_DAYS: '30' })).toThrow(
    'KEEP_SCANS_DAYS: must be 0 (for ever) or at least 400',
  )
})
