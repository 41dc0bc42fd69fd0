import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Api, createApi, type Send } from '#client/core/http/api.ts'
import { buildApp } from '#server/app.ts'
import { signAccessToken } from '#server/core/auth/access-token.ts'
import { hashPassword } from '#server/core/auth/password.ts'
import { storeSession } from '#server/core/auth/session.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Config } from '#server/core/config.ts'
import { deliverEvents } from '#server/core/events/deliver.ts'
import type { Job } from '#server/core/jobs/job-queue.ts'
import type { Compute } from '#server/core/process/compute.ts'
import { openServices, type Services } from '#server/core/services.ts'
import type { Domain } from '#server/domain.ts'
import { allJobs, allSubscribers } from '#server/domains.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { Contract } from '#shared/core/api/contract.ts'
import { testConfig } from './config.ts'
import { cloneDatabase, type TestDatabase } from './database/database.ts'

/** A signed-in person of a test. `token` is a real access token. */
export type Person = {
  id: string
  token: string
  email: string
  password: string
  role: Role
  merchantId: string | null
}
type Caller = Pick<Person, 'token'> | string | undefined
type CallOptions = { demo?: boolean; language?: string; headers?: Record<string, string> }

export type TestApp = {
  app: FastifyInstance
  services: Services
  database: TestDatabase
  /** Typed calls of a contract through HTTP, as a person or without a session. */
  api<C extends Contract>(contract: C, caller?: Caller, options?: CallOptions): Api<C>
  signUp(
    fields?: Partial<{ email: string; country: string; confirmed: boolean; role: Role; merchantId: string }>,
  ): Promise<Person>
  confirmedMerchant(): Promise<Person>
  /** A merchant with a confirmed e-mail, a verified business and credit. */
  approvedMerchant(options?: { credit?: number }): Promise<Person>
  admin(): Promise<Person>
  /** Runs background jobs in this process. */
  work(): Promise<void>
  /** Delivers the events that have happened. */
  deliverEvents(): Promise<void>
  close(): Promise<void>
}

type Options = {
  config?: Partial<Config>
  jobs?: readonly Job[]
  /** The domains of the application, instead of all. */
  domains?: readonly Domain[]
  /** Adds routes for the test before the application starts. */
  routes?: (app: FastifyInstance) => void
  database?: TestDatabase
  /** Replaces the default, which depends on the number of processors. */
  compute?: Compute
  /** Where the application writes its log; `config.logLevel` sets the level. */
  logTarget?: Writable
}

export const testPassword = 'Correct-horse-1'
let passwordHash: Promise<string> | undefined

/** The real application on a database of its own. */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const database = options.database ?? (await cloneDatabase())
  const config = testConfig(database.url, options.config)
  const services = await openServices(config, options.compute, options.logTarget)
  await services.jobs.start([...allJobs, ...(options.jobs ?? [])])
  const app = await buildApp(services, {}, options.domains)
  options.routes?.(app)
  await app.ready()
  const { db } = services

  async function signUp(fields: Parameters<TestApp['signUp']>[0] = {}): Promise<Person> {
    const [id, family] = [randomUUID(), randomUUID()]
    const role = fields.role ?? 'merchant'
    // Most calls of dealers and customer service need a confirmed e-mail.
    const confirmed = fields.confirmed ?? role !== 'merchant'
    const email = fields.email ?? `${role}-${id.slice(0, 8)}@example.com`
    passwordHash ??= hashPassword(testPassword)
    const hash = await passwordHash
    const [code, merchantId] = await db.system(async (tx) => {
      const merchantId = role === 'admin' ? null : (fields.merchantId ?? randomUUID())
      const code = `m${randomBytes(5).toString('hex')}`
      if (merchantId && !fields.merchantId) {
        await tx
          .insert(merchant)
          .values({ id: merchantId, code, name: `Brand ${code}`, country: fields.country ?? 'MY' })
      }
      await tx.insert(account).values({ id, merchantId, role, username: email, email, passwordHash: hash, confirmed })
      await storeSession(tx, { accountId: id, family, keep: false, tokenHash: randomBytes(32) })
      return [merchantId && code, merchantId] as const
    })
    const token = signAccessToken(app, {
      sub: id,
      email,
      role,
      isAdmin: role === 'admin',
      merchant: code,
      emailConfirmed: confirmed,
      sv: 1,
      fam: family,
    })
    return { id, token, email, password: testPassword, role, merchantId }
  }

  async function approvedMerchant({ credit = 0 }: { credit?: number } = {}): Promise<Person> {
    const person = await signUp({ confirmed: true })
    await database.query(
      `insert into business (merchant_id, registration_no, details, verified) values ($1, $2, '{}', true)`,
      [person.merchantId, `REG-${person.id.slice(0, 8)}`],
    )
    if (credit > 0) {
      await database.query('insert into ledger_entry (merchant_id, kind, delta) values ($1, $2, $3)', [
        person.merchantId,
        'grant',
        credit,
      ])
      await database.query(
        `insert into wallet (merchant_id, remaining, first_billed_at, expires_at) values ($1, $2, now(), now() + interval '1 year')`,
        [person.merchantId, credit],
      )
    }
    return person
  }

  return {
    app,
    services,
    database,
    api: (contract, caller, callOptions) => createApi(contract, sender(app, caller, callOptions)),
    signUp,
    confirmedMerchant: () => signUp({ confirmed: true }),
    approvedMerchant,
    admin: () => signUp({ role: 'admin', confirmed: true }),
    work: () => services.jobs.work(services),
    deliverEvents: () => deliverEvents(services, allSubscribers),
    async close() {
      await app.close()
      await services.close()
      await rm(config.dataDir, { recursive: true, force: true })
      if (!options.database) await database.drop()
    },
  }
}

/** Every caller has a different address, so that the tests do not share limits. */
function sender(app: FastifyInstance, caller: Caller, { demo, language, headers = {} }: CallOptions = {}): Send {
  const token = typeof caller === 'string' ? caller : caller?.token
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return async ({ method, url, body, headers: own }) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(demo && { 'x-assay-demo': '1' }),
        ...(language && { 'accept-language': language }),
        ...own,
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
  }
}
