import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems, Problem } from '#shared/core/api/problem.ts'
import { serve } from './serve.ts'

const Note = z.object({ id: z.uuid(), words: z.string() })
const byId = z.object({ id: z.uuid() })
const noteBody = z.object({ words: z.string().min(3), nested: z.object({ count: z.number().int() }).optional() })
const base = { access: 'merchant', summary: 'A note of the test', answer: Note } as const

const noteContract = defineContract({
  list: { ...base, method: 'GET', path: '/note', answer: z.array(Note) },
  create: { ...base, method: 'POST', path: '/note', body: noteBody },
  read: { ...base, method: 'GET', path: '/note/:id', params: byId },
  pay: { ...base, method: 'POST', path: '/note/pay', body: noteBody, idempotency: 'required' },
  leak: { ...base, method: 'POST', path: '/note/leak', body: noteBody },
  approve: { ...base, method: 'PUT', path: '/note/approve', access: 'admin', answer: z.object({ total: z.int() }) },
  confirmed: { ...base, method: 'GET', path: '/note/confirmed', access: 'confirmed', answer: z.object({}) },
  tell: { ...base, access: 'public', method: 'POST', path: '/note/tell', perMinute: 2, answer: z.object({}) },
  look: { ...base, access: 'public', method: 'GET', path: '/note/look', perMinute: 2, answer: z.object({}) },
  rare: { ...base, method: 'GET', path: '/note/rare', perMinute: 2, answer: z.object({}) },
  broken: { ...base, method: 'POST', path: '/note/broken', access: 'public', answer: z.object({}) },
  rareWrite: { ...base, method: 'POST', path: '/note/rare', perMinute: 1, body: noteBody, answer: z.object({}) },
})
const noteProblems = defineProblems('note', {
  notFound: { status: 404, enUS: 'Note {{id}} not found', ruRU: 'Заметка {{id}} не найдена' },
})

let test1: TestApp
let runs = 0

beforeAll(async () => {
  test1 = await testApp({
    routes: (app) =>
      serve(app, noteContract, {
        list: async ({ tx }) => rowsOf((await tx.execute(sql`select id, words from note order by words`)).rows),
        async create({ tx, actor, body }) {
          expect(Object.keys(body)).not.toContain('merchant_id')
          const made = await tx.execute(
            sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words}) returning *`,
          )
          // The whole row, including merchant_id: the schema of the answer removes what it does not declare.
          return rowsOf(made.rows)[0]!
        },
        async read({ tx, params }) {
          const { rows } = await tx.execute(sql`select id, words from note where id = ${params.id}`)
          if (!rows[0]) throw new Problem(noteProblems.notFound, params)
          return rowsOf(rows)[0]!
        },
        async pay({ tx, actor, body }) {
          runs++
          const made = await tx.execute(
            sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words}) returning *`,
          )
          await tx.execute(sql`select pg_sleep(0.2)`)
          return rowsOf(made.rows)[0]!
        },
        async leak({ tx, actor, body }) {
          await tx.execute(sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words})`)
          return { words: body.words } as z.infer<typeof Note>
        },
        async approve({ tx }) {
          return { total: await tx.$count(merchant) }
        },
        confirmed: async () => ({}),
        tell: async () => ({}),
        look: async () => ({}),
        rare: async () => ({}),
        async broken() {
          throw new Error('of the test')
        },
        rareWrite: async () => ({}),
      }),
  })
  await test1.database.query(
    `create table note (id uuid primary key default gen_random_uuid(), merchant_id uuid not null, words text not null unique)`,
  )
  await test1.database.query(`alter table note owner to assay; select guard_tenant_table('note');
    grant select, insert, update, delete on note to app_system`)
})
afterAll(() => test1.close())

function rowsOf(rows: unknown[]) {
  return rows as z.infer<typeof Note>[]
}

test('CO01 a merchant reads and writes only its own rows; rows of others are answered with 404', async () => {
  const [a, b] = [await test1.signUp(), await test1.signUp()]
  const made = await test1.api(noteContract, a).create({ body: { words: 'mine alone' } })
  expect(made).toEqual({ id: expect.any(String), words: 'mine alone' })
  expect(await test1.api(noteContract, a).list()).toEqual([made])
  expect(await test1.api(noteContract, b).list()).toEqual([])
  await expect(test1.api(noteContract, b).read({ params: { id: made.id } })).rejects.toMatchObject({
    status: 404,
    message: `Note ${made.id} not found`,
  })
})

test('removes undeclared keys of a request before the handler', async () => {
  const person = await test1.signUp()
  const body = { words: 'with extras', merchant_id: crypto.randomUUID(), verified: true }
  await expect(test1.api(noteContract, person).create({ body })).resolves.toMatchObject({ words: 'with extras' })
})

test('names each invalid field in the language of the caller', async () => {
  const person = await test1.signUp()
  const wrong = { words: '', nested: { count: 1.5 } }
  const refused = test1.api(noteContract, person, { language: 'ru-RU,ru' }).create({ body: wrong })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'core.invalid',
    message: 'Проверьте введённые данные',
    reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    details: { issues: [{ path: 'words', message: expect.stringMatching(/[а-я]/) }, { path: 'nested.count' }] },
  })
  const answer = await test1.app.inject({
    method: 'POST',
    url: '/api/note',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    payload: '{"words":',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: 'core.invalid' })
})

test('answers 401 without a session, 403 with the wrong role, and 409 without a confirmed e-mail', async () => {
  const person = await test1.signUp()
  const dealer = await test1.signUp({ role: 'dealer' })
  await expect(test1.api(noteContract).list()).rejects.toMatchObject({ status: 401, code: 'core.signIn' })
  await expect(test1.api(noteContract, `${person.token}x`).list()).rejects.toMatchObject({ status: 401 })
  await expect(test1.api(noteContract, person).approve()).rejects.toMatchObject({ status: 403, code: 'core.denied' })
  await expect(test1.api(noteContract, dealer).list()).rejects.toMatchObject({ status: 403 })
  await expect(test1.api(noteContract, person).confirmed()).rejects.toMatchObject({
    status: 409,
    code: 'core.unconfirmed',
  })
  expect((await test1.api(noteContract, await test1.admin()).approve()).total).toBeGreaterThan(1)
})

test('rejects a token that is unsigned, of another algorithm, of an ended session or of a blocked account', async () => {
  const person = await test1.signUp()
  const [, payload] = person.token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  await expect(test1.api(noteContract, none).list()).rejects.toMatchObject({ status: 401 })
  const stronger = test1.app.jwt.sign(test1.app.jwt.decode(person.token)!, { algorithm: 'HS512' })
  await expect(test1.api(noteContract, stronger).list()).rejects.toMatchObject({ status: 401 })
  const refused = () => expect(test1.api(noteContract, person).list()).rejects.toMatchObject({ status: 401 })
  await test1.database.query('update account set session_version = 2 where id = $1', [person.id])
  await vi.waitFor(refused)
  await test1.database.query('update account set session_version = 1, blocked = true where id = $1', [person.id])
  await expect(test1.api(noteContract, person).list()).rejects.toMatchObject({ status: 401 })
})

test('rolls the transaction back when an answer does not match its schema', async () => {
  const person = await test1.signUp()
  await expect(test1.api(noteContract, person).leak({ body: { words: 'never kept' } })).rejects.toMatchObject({
    status: 500,
  })
  expect((await test1.database.query(`select from note where words = 'never kept'`)).rowCount).toBe(0)
})

test('answers a failing statement without any text of the database', async () => {
  const person = await test1.signUp()
  await test1.api(noteContract, person).create({ body: { words: 'only once' } })
  const answer = await test1.app.inject({
    method: 'POST',
    url: '/api/note',
    headers: { authorization: `Bearer ${person.token}` },
    payload: { words: 'only once' },
  })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/note_words|duplicate|insert|unique/i)
  expect(answer.json().message).toContain(answer.headers['x-request-id'])
})

test('runs a call with an Idempotency-Key once: repeated, simultaneous and changed requests', async () => {
  const person = await test1.signUp()
  const api = test1.api(noteContract, person)
  const call = { body: { words: 'paid once' }, idempotencyKey: 'key-00000001' }
  const before = runs
  const answers = await Promise.all([api.pay(call), api.pay(call), api.pay(call)])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await api.pay(call)).toEqual(answers[0])
  expect(runs - before).toBe(1)
  await expect(api.pay({ ...call, body: { words: 'changed' } })).rejects.toMatchObject({
    status: 422,
    code: 'core.keyReused',
  })
  const without = test1.api(noteContract, person, { headers: { 'idempotency-key': '' } })
  await expect(without.pay(call)).rejects.toMatchObject({ status: 400, code: 'core.keyMissing' })
  const other = await test1.signUp()
  await expect(
    test1.api(noteContract, other).pay({ ...call, body: { words: 'same key, other person' } }),
  ).resolves.toBeTruthy()
})

test('shows the demo merchant with the demo header, and rejects every write', async () => {
  const [person, demo] = [await test1.signUp(), await test1.signUp()]
  await test1.api(noteContract, demo).create({ body: { words: 'of the demo' } })
  await expect(test1.api(noteContract, undefined, { demo: true }).list()).rejects.toMatchObject({ status: 404 })
  await test1.database.query('update merchant set is_demo = true where id = $1', [demo.merchantId])
  for (const caller of [undefined, person]) {
    const api = test1.api(noteContract, caller, { demo: true })
    expect(await api.list()).toMatchObject([{ words: 'of the demo' }])
    await expect(api.create({ body: { words: 'a demo write' } })).rejects.toMatchObject({
      status: 409,
      code: 'core.demo',
    })
    await expect(api.approve()).rejects.toMatchObject({ status: 409 })
  }
  await expect(test1.api(noteContract).list()).rejects.toMatchObject({ status: 401 })
})

test('limits the calls of a route for each caller', async () => {
  const [a, b] = [await test1.signUp(), await test1.signUp()]
  const api = test1.api(noteContract, a)
  await api.rare()
  await api.rare()
  await expect(api.rare()).rejects.toMatchObject({
    status: 429,
    code: 'core.slowDown',
    details: { seconds: expect.any(Number) },
  })
  await expect(test1.api(noteContract, b).rare()).resolves.toEqual({})
})

test('counts public calls by network, whatever token they carry', async () => {
  const from = (remoteAddress: string, token?: string, method: 'GET' | 'POST' = 'POST') =>
    test1.app
      .inject({
        method,
        url: `/api/note/${method === 'POST' ? 'tell' : 'look'}`,
        remoteAddress,
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      })
      .then(({ statusCode }) => statusCode)
  const [a, b] = [await test1.signUp(), await test1.signUp()]
  expect(await from('198.51.100.1', a.token)).toBe(200)
  expect(await from('198.51.100.2', b.token)).toBe(200)
  expect(await from('198.51.100.3', a.token)).toBe(429)
  expect(await from('::ffff:198.51.100.4')).toBe(429)
  expect(await from('198.51.101.1')).toBe(200)
  // Reads are counted by address: a shop or a mobile network can share one.
  for (const [address, status] of [
    ['1', 200],
    ['1', 200],
    ['1', 429],
    ['2', 200],
  ] as const) {
    expect(await from(`198.51.100.${address}`, undefined, 'GET')).toBe(status)
  }
  const statuses: number[] = []
  for (let net = 0; net < 11; net++) {
    for (const host of [1, 2]) statuses.push(await from(`2001:db8:7:${net}::${host}`))
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
  expect(await from('2001:db8:8:1::1')).toBe(200)
})

test('writes an audit entry for failed calls of an account, and none for anonymous callers', async () => {
  const failed = async () => {
    const { rows } = await test1.database.query(
      `select count(*)::int as n from audit_entry where action = 'call.failed'`,
    )
    return rows[0].n as number
  }
  const before = await failed()
  for (let n = 0; n < 3; n++) await expect(test1.api(noteContract).broken()).rejects.toMatchObject({ status: 500 })
  expect(await failed()).toBe(before)
  await expect(test1.api(noteContract, await test1.signUp()).broken()).rejects.toMatchObject({ status: 500 })
  expect(await failed()).toBe(before + 1)
})

test('names the field whose text cannot be stored', async () => {
  const api = test1.api(noteContract, await test1.signUp())
  for (const words of ['a\0bc', 'abc\ud800']) {
    await expect(api.create({ body: { words } })).rejects.toMatchObject({
      status: 400,
      code: 'core.invalid',
      details: { issues: [{ path: 'words', message: 'This text contains characters that cannot be stored' }] },
    })
  }
})

test('does not parse a body when the rate limit is exceeded', async () => {
  const { token } = await test1.signUp()
  const send = () =>
    test1.app.inject({
      method: 'POST',
      url: '/api/note/rare',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"words":',
    })
  expect((await send()).statusCode).toBe(400)
  expect((await send()).statusCode).toBe(429)
})

test('compresses long answers when the client accepts it, and never short ones', async () => {
  const person = await test1.signUp()
  const words = 'the same words again and again '.repeat(100)
  const { id } = await test1.api(noteContract, person).create({ body: { words } })
  const read = (url: string, encoding?: string) =>
    test1.app.inject({
      url,
      headers: { authorization: `Bearer ${person.token}`, ...(encoding && { 'accept-encoding': encoding }) },
    })
  const [plain, packed] = [await read(`/api/note/${id}`), await read(`/api/note/${id}`, 'gzip, br')]
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  expect((await read('/api/note/confirmed', 'br')).headers['content-encoding']).toBeUndefined()
})

test('documents the contracts, and sends the security headers with every answer', async () => {
  const docs = (await test1.app.inject('/api/docs/json')).json()
  expect(docs.paths['/api/note/{id}'].get.responses['200']).toBeDefined()
  expect(docs.paths['/api/note'].post.requestBody.content['application/json'].schema.properties.words.minLength).toBe(3)
  const missing = await test1.app.inject('/api/nowhere')
  expect(missing.statusCode).toBe(404)
  expect(missing.headers['content-security-policy']).toContain("default-src 'none'")
  expect(missing.headers['x-content-type-options']).toBe('nosniff')
})

test('OF03 allows 300 seconds for a request of ten megabytes, and ten seconds for headers', () => {
  expect(test1.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 300_000 })
})
