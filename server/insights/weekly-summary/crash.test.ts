import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailHeaderOf, type SmtpServer, smtpServer } from '#server/core/mail/smtp-server.fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { countAllScans } from '#server/insights/sums/count-scans.ts'

/** `npm run soak` has more. Half of the kills hit the writing of a mail, the others its sending. */
const kills = Number(process.env.DIGEST_KILLS ?? 2)
/** So many summaries become due before each kill. */
const summaries = 20
/** The job `core.mail` sends so many mails at once: a kill repeats no more. */
const sentAtOnce = 2

let world: TestApp
let server: SmtpServer
/** Kills the worker between the arrival of this mail and its acknowledgement. */
let killAt: number | undefined
let worker: ReturnType<typeof startWorker> | undefined
beforeAll(async () => {
  world = await testApp()
  server = await smtpServer({
    async onMail() {
      if (killAt === undefined || server.received.length < killAt) return
      killAt = undefined
      await worker!.kill()
    },
  })
})
afterAll(async () => {
  await worker?.kill()
  server.close()
  await world.close()
})

function startWorker() {
  const child = fork(join(import.meta.dirname, 'worker-child.fixture.ts'), [world.database.url, server.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...startupEnvironment },
  })
  const ended = once(child, 'exit')
  return {
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const count = async (text: string): Promise<number> =>
  (await world.database.query(`select count(*)::int as n from ${text}`)).rows[0].n
const waiting = `pg_locks where relation = 'mail_message'::regclass and not granted`

/** Kills the worker in the middle of a transaction that writes a mail: its insert waits for a lock of the test. */
async function killWhileWriting(): Promise<void> {
  const lock = new pg.Client({ connectionString: world.database.url })
  await lock.connect()
  try {
    await lock.query('begin; lock table mail_message in share mode')
    worker = startWorker()
    await expect.poll(() => count(waiting), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
    await worker.kill()
  } finally {
    await lock.end()
  }
}

/** Kills the worker when the mail server has a mail, before it says so. */
async function killWhileSending(): Promise<void> {
  killAt = server.received.length + 1
  worker = startWorker()
  await worker.ended
}

test(`writes each summary once and delivers it as documented when a worker is killed ${kills} times [IN06]`, {
  timeout: 90_000 + kills * 30_000,
}, async () => {
  const { merchantId } = await world.confirmedMerchant()
  await countAllScans(world.services.db)
  const makeDue = (turn: number) =>
    world.database.query(
      `with reader as (
         insert into account (merchant_id, role, username, email, password_hash, confirmed)
         select $1, 'merchant', 'reader-' || $2 || '-' || n, 'reader-' || $2 || '-' || n || '@example.com', '', true
         from generate_series(1, $3::int) n returning id)
       insert into weekly_summary (account_id, merchant_id, is_on, time_zone, due_at)
       select id, $1, true, 'Asia/Kathmandu', now() - interval '2 minutes' from reader`,
      [merchantId, String(turn), summaries],
    )
  for (let turn = 0; turn < kills; turn++) {
    await makeDue(turn)
    await (turn % 2 === 0 ? killWhileWriting() : killWhileSending())
  }
  worker = startWorker()
  const people = kills * summaries
  await expect.poll(() => count(`mail_message where state = 'sent'`), { timeout: 80_000, interval: 200 }).toBe(people)
  await worker.kill()
  const { rows } = await world.database.query('select id, to_address as "to" from mail_message')
  expect([rows.length, new Set(rows.map(({ to }) => to)).size]).toEqual([people, people])
  expect(await count('weekly_summary where due_at < now()')).toBe(0)
  // A mail that arrives twice has one Message-ID, by which mailboxes recognize it.
  const names = server.received.map((mail) => mailHeaderOf(mail, 'Message-ID'))
  expect(new Set(names)).toEqual(new Set(rows.map((mail) => `<${mail.id}@assay>`)))
  expect(names.length - people).toBeLessThanOrEqual(kills * sentAtOnce)
})
