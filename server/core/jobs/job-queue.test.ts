import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type MailContent, sendMail } from '#server/core/mail/mail.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { slowJob } from '#server/core/test/process/slow-job.ts'
import { defineJob } from './job-queue.ts'

let t: TestApp
const children: ChildProcess[] = []
/** Time that a process may need to start on a busy machine. */
const processStartMs = 5_000

beforeAll(async () => {
  t = await testApp({ jobs: [slowJob] })
  await t.database.query(
    'create table trace (id text, event text, at timestamptz default now()); alter table trace owner to assay',
  )
  await t.database.query('grant all on trace to app_system')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await t.close()
})

const trace = async (id: string) =>
  (await t.database.query('select event from trace where id = $1 order by at', [id])).rows.map(({ event }) => event)

async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../test/process/worker-child.ts'), [t.database.url], {
    stdio: 'inherit',
  })
  children.push(child)
  await once(child, 'message')
  return child
}

const greeting =
  (name: string, token: string): MailContent =>
  () => ({
    subject: `Hello ${name}`,
    paragraphs: [`Dear ${name},`],
    action: { label: 'Open', path: `/x?t=${token}` },
  })

test('runs a job and sends a mail only when their transaction commits', async () => {
  const { db, jobs, mail } = t.services
  const person = await t.signUp()
  const rolledBack = db.tenant(person.merchantId!, async (tx) => {
    await jobs.send(tx, slowJob, { id: 'rolled-back', ms: 0 })
    await mail.queue(tx, {
      to: 'never@example.com',
      language: 'enUS',
      content: greeting('N', 't'),
    })
    throw new Error('on purpose')
  })
  await expect(rolledBack).rejects.toThrow('on purpose')
  await db.tenant(person.merchantId!, async (tx) => {
    await jobs.send(tx, slowJob, { id: 'committed', ms: 0 })
    await mail.queue(tx, {
      to: 'a@example.com',
      language: 'enUS',
      content: greeting('<b>Ann</b>\r\nBcc: x', 'one-time'),
    })
  })
  await t.work()
  await vi.waitFor(async () => expect(await trace('committed')).toEqual(['start', 'end']), { timeout: 10_000 })
  await vi.waitFor(async () => {
    const { rows } = await t.database.query('select state from mail_message')
    expect(rows).toEqual([{ state: 'kept' }])
  }, 10_000)
  expect(await trace('rolled-back')).toEqual([])
})

test('shows kept mail with its links in the mailbox, and data never becomes markup or headers', async () => {
  const [mail] = (await t.app.inject('/mailbox.json')).json()
  expect(mail).toMatchObject({ to: 'a@example.com', subject: 'Hello <b>Ann</b> Bcc: x' })
  expect(mail.text).toContain('http://localhost:3000/x?t=one-time')
  expect(mail.html).toContain('&#60;b&#62;Ann')
  const page = await t.app.inject('/mailbox')
  expect(page.body).toContain('<a href="http://localhost:3000/x?t=one-time">')
  expect(page.body).not.toContain('<b>Ann')
})

test('ends a job that lasts by design when its worker stops, and does not run it again', async () => {
  const lasting = defineJob({
    name: 'test.lasting',
    schema: z.object({}),
    stopsAtOnce: true,
    run: async (_, { signal }) => void (await once(signal, 'abort')),
  })
  const world = await testApp({ jobs: [lasting] })
  const states = async () =>
    (await world.database.query(`select state from pgboss.job where name = 'test.lasting'`)).rows.map(
      ({ state }) => state,
    )
  await world.services.db.system((tx) => world.services.jobs.send(tx, lasting, {}))
  await world.work()
  await expect.poll(states).toEqual(['active'])
  await world.services.jobs.stop()
  expect(await states()).toEqual(['completed'])
  await world.close()
})

test('runs jobs that wait one after another, without a pause between two', async () => {
  const done: number[] = []
  const short = defineJob({
    name: 'test.short',
    schema: z.object({ n: z.number() }),
    run: async ({ n }) => void done.push(n),
  })
  const world = await testApp({ jobs: [short] })
  await world.services.db.system(async (tx) => {
    for (let n = 0; n < 30; n++) await world.services.jobs.send(tx, short, { n })
  })
  await world.work()
  // With a pause of a second it would take half a minute.
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(30)
  await world.close()
})

test('finishes a job by another worker within 15 s when its worker is killed', async () => {
  await t.services.jobs.stop()
  await t.services.jobs.start([slowJob])
  const first = await startWorker()
  await t.services.db.system((tx) => t.services.jobs.send(tx, slowJob, { id: 'killed', ms: 1_500 }))
  await vi.waitFor(async () => expect(await trace('killed')).toEqual(['start']), { timeout: 10_000, interval: 50 })
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killed = Date.now()
  await startWorker()
  await vi.waitFor(async () => expect(await trace('killed')).toEqual(['start', 'start', 'end']), { timeout: 30_000 })
  expect(Date.now() - killed).toBeLessThan(15_000 + 1_500 + processStartMs)
})

test('retries mail for a day and other jobs for an hour, also in a queue that an older version created', async () => {
  const reach = async (name: string) => {
    const { rows } = await t.database.query(
      `select sum(least(retry_delay_max, retry_delay * 2 ^ least(16, n) / 2)) as seconds
       from pgboss.queue, generate_series(1, retry_limit) n where name = $1 and retry_backoff group by name`,
      [name],
    )
    return Number(rows[0].seconds)
  }
  await t.database.query('update pgboss.queue set retry_limit = 2, retry_backoff = false')
  await t.services.jobs.start([slowJob, sendMail])
  expect(await reach('core.mail')).toBeGreaterThan(86_400)
  expect(await reach('test.slow')).toBeGreaterThan(3_600)
})
