import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { account } from '#server/core/auth/table.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { authorize } from '#server/core/http/authorize.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { loggableError, loggedError } from './logged-error.ts'

const email = 'canary.person@canary-brand.example'
const hash = '$argon2id$v=19$m=19456,t=2,p=1$Y2FuYXJ5c2FsdA$Y2FuYXJ5aGFzaA'
const value = 'canary-parameter-4711'
const canaries = [/canary\.person/i, /canary-brand/i, /Y2FuYXJ5/, /canary-parameter/, /argon2id/]

let world: TestApp
let person: Person
let logged = ''
const written = new Writable({
  write(chunk, _, done) {
    logged += chunk
    done()
  },
})

const fails = defineJob({
  name: 'test.fails',
  schema: z.object({ how: z.enum(['statement', 'words']) }),
  retries: 0,
  async run({ how }, { services }) {
    if (how === 'statement') await services.db.system(insertTaken)
    throw Object.assign(new Error(`550 ${email} has no mailbox`), { rejected: [email], response: `550 <${email}>` })
  },
})

/**
 * Creates a second account with an existing address: the detail of the database and the parameters of drizzle contain the
 * address.
 */
const insertTaken = (tx: Parameters<Parameters<TestApp['services']['db']['system']>[0]>[0]) =>
  tx.insert(account).values({ role: 'admin', username: value, email, passwordHash: hash })

beforeAll(async () => {
  world = await testApp({
    jobs: [fails],
    config: { logLevel: 'trace' },
    logTarget: written,
    routes(app) {
      const { db } = app.assay
      app.get('/fails/unique', async (request, reply) => {
        await authorize(app, { access: 'public', method: 'GET' } as Route, request, reply)
        return db.system(insertTaken)
      })
      app.get('/fails/type', () => db.system((tx) => tx.execute(sql`select ${value}::uuid`)))
      app.get('/fails/raised', () => db.system((tx) => tx.execute(sql`select 1 / 0 where ${hash} <> ''`)))
      app.get('/fails/lost', () => db.system((tx) => tx.execute(sql`select pg_sleep(30), ${hash}, ${email}`)))
    },
  })
  person = await world.signUp({ email })
})
afterAll(() => world.close())

/** Closes the connection of the statement while it sleeps. */
const endSleep = () =>
  vi.waitFor(
    async () => {
      const { rowCount } = await world.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'active' and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 10_000, interval: 50 },
  )

const expectNoCanary = (text: string) => {
  for (const canary of canaries) expect(text).not.toMatch(canary)
}

test('logs a failing statement by code, table and constraint, without its values', async () => {
  for (const [path, status] of [
    ['unique', 500],
    ['raised', 500],
    ['lost', 503],
  ] as const) {
    logged = ''
    const answered = world.app.inject(`/fails/${path}`)
    if (path === 'lost') await endSleep()
    expect((await answered).statusCode).toBe(status)
    await vi.waitFor(() => expect(logged).toContain('"level":50'))
    expectNoCanary(logged)
    if (path === 'unique')
      expect(logged).toMatch(
        /"constraint":"account_email".*"code":"23505"|"code":"23505".*"constraint":"account_email"/,
      )
  }
})

test('rejects a value that PostgreSQL cannot store with 400, and logs it nowhere', async () => {
  logged = ''
  const { statusCode, body } = await world.app.inject('/fails/type')
  expect(statusCode).toBe(400)
  expectNoCanary(logged + body)
})

test('logs and stores a failed job without its data', async () => {
  logged = ''
  for (const how of ['statement', 'words'] as const)
    await world.services.db.system((tx) => world.services.jobs.send(tx, fails, { how }))
  await world.work()
  const outputs = await vi.waitFor(
    async () => {
      const { rows } = await world.database.query(
        `select output::text as output from pgboss.job where name = 'test.fails' and state = 'failed'`,
      )
      expect(rows).toHaveLength(2)
      return rows.map(({ output }) => String(output)).join()
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(logged.match(/job failed, will be retried/g)).toHaveLength(2)
  expect(outputs).toContain('account_email')
  expect(outputs).toContain('550 [email] has no mailbox')
  expectNoCanary(logged + outputs)
})

test('stores only the code of a failure in the audit trail', async () => {
  await world.app.inject({ url: '/fails/unique', headers: { authorization: `Bearer ${person.token}` } })
  const { rows } = await world.database.query(`select e::text as entry from audit_entry e where action = 'call.failed'`)
  expect(rows.length).toBeGreaterThan(0)
  expectNoCanary(rows.map(({ entry }) => entry).join())
})

test('logs a refused connection with its address, and errors with other fields without them', async () => {
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  const refused = await fetch(`http://127.0.0.1:${port}`).catch((error) => error)
  expect(loggedError(refused)).toMatchObject({ type: 'TypeError', cause: { code: 'ECONNREFUSED', port } })
  const odd = Object.assign(new Error('odd'), {
    rawPacket: Buffer.from(value),
    envelope: { to: [email] },
    extra: value,
  })
  expect(Object.keys(loggedError(odd)).sort()).toEqual(['message', 'stack', 'type'])
})

test('never logs a line of a message as a stack frame, also in causes and aggregate errors', () => {
  const words = `first\n    at ${value} (file:///x.ts:1:1)`
  const nested = new AggregateError([new Error(`to ${email}`)], 'several', {
    cause: Object.assign(new Error('Failed query: x'), { query: 'x', params: [hash] }),
  })
  const text = JSON.stringify([
    loggedError(nested),
    loggedError({ message: 'a plain object', detail: value, params: [hash] }),
  ])
  expectNoCanary(text)
  expect(loggedError(new Error(words)).stack).not.toContain(value)
  expect(loggedError(new Error('kept')).stack).toContain('logged-error.test.ts')
  expectNoCanary(`${loggableError(nested).stack}${JSON.stringify(loggableError(nested))}`)
  expect(loggedError(`thrown words of ${email}`)).toEqual({ type: 'string', message: 'thrown words of [email]' })
})
