import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { noteContract, runs, setUpNotes, test1 } from './note.fixture.ts'

setUpNotes()

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

test('rolls the transaction back when a response does not match its schema', async () => {
  const person = await test1.signUp()
  await expect(test1.api(noteContract, person).leak({ body: { words: 'never kept' } })).rejects.toMatchObject({
    status: 500,
  })
  expect((await test1.database.query(`select from note where words = 'never kept'`)).rowCount).toBe(0)
})

test('responds without database text when a statement fails', async () => {
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

test('runs a call whose key is optional each time without a key, and once with one', async () => {
  const person = await test1.signUp()
  const [keyed, plain] = ['note-key-1', ''].map((key) =>
    test1.api(noteContract, person, { headers: { 'idempotency-key': key } }),
  )
  const first = await keyed!.order({ body: { words: 'ordered with a key' } })
  expect(await keyed!.order({ body: { words: 'ordered with a key' } })).toEqual(first)
  const ordered = [await plain!.order({ body: { words: 'ordered' } }), await plain!.order({ body: { words: 'again' } })]
  expect(new Set(ordered.map(({ id }) => id)).size).toBe(2)
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

test('compresses long responses when the client accepts it, and never short ones', async () => {
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
  // Without a map style, the pages of the console ask no other origin.
  const page = await test1.app.inject('/no-such-address')
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';")
  expect(missing.headers['x-content-type-options']).toBe('nosniff')
})

test('allows 300 seconds for a request of ten megabytes, and ten seconds for headers [OF03]', () => {
  expect(test1.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 300_000 })
})
