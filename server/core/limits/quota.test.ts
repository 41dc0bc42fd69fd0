import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/core/db/migrate.ts'
import { callRoute } from '#server/core/test/access-manifest/call-route.ts'
import { manifest } from '#server/core/test/access-manifest/manifest.ts'
import { apiCalls } from '#server/core/test/api-calls/api-calls.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData } from '#server/core/test/merchant-data.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { picture, sendFile, uploaded } from '#server/media/upload.fixture.ts'
import { createSubmissions } from '#server/submission/create.ts'
import { date, startSubmission, submissions } from '#server/submission/submission.fixture.ts'
import { deleteUnfinishedBlobs } from '#server/sync/jobs.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { type QuotaName, quotas } from '#shared/app/quotas.ts'
import { quotaProblem } from '#shared/core/limits/quota.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { assertQuota, remainingQuota } from './quota.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections: 20 } })
})
afterAll(() => world.close())

const counted = async ({ merchantId }: Person, name: QuotaName) => {
  const { rows } = await world.database.query(
    'select coalesce(sum(n), 0)::int as n, count(*)::int as parts from quota_count where merchant_id = $1 and name = $2',
    [merchantId, name],
  )
  return rows[0] as { n: number; parts: number }
}
/** Adds to the stored count, as if this number had been created before. The records do not exist. */
const insertQuotaUsage = ({ merchantId }: Person, name: QuotaName, n: number) =>
  world.database.query('insert into quota_count values ($1, $2, $3)', [merchantId, name, n])
const leave = async (person: Person, name: QuotaName, room: number) =>
  insertQuotaUsage(person, name, quotas[name].max - room - (await counted(person, name)).n)
const upload = async (person: Person) => (await sendFile(world, person, await picture(), { purpose: 'media' })).body
const tenant = <T>({ merchantId }: Person, run: Parameters<typeof world.services.db.tenant<T>>[1]) =>
  world.services.db.tenant<T>(merchantId!, run)

test('creates no more records than the quota in twenty simultaneous calls', async () => {
  const person = await fieldMerchant(world)
  const form = await createForm(world, person)
  await leave(person, 'submissions', 5)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => startSubmission(world, person, form)))
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(15)
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'core.quota' })
  expect((await submissions(world, person).list({ query: {} })).total).toBe(5)
})

test('creates no more records than the quota in four simultaneous lists, and reports each rejected record', async () => {
  const person = await fieldMerchant(world)
  const form = await createForm(world, person)
  await leave(person, 'submissions', 15)
  const lists = Array.from({ length: 4 }, () =>
    Array.from({ length: 10 }, (_, i) => ({ id: randomUUID(), date, formId: form.id, custom_id: `L-${i}` })),
  )
  const create = (inputs: (typeof lists)[0]) =>
    tenant(person, (tx) => createSubmissions(tx, person.merchantId!, inputs))
  const outcomes = (await Promise.all(lists.map(create))).flat()
  const made = outcomes.filter(({ status }) => status === 'applied')
  expect([made.length, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([15, 25])
  // A record that exists is not rejected when it is sent again.
  const again = (await Promise.all(lists.map(create))).flat()
  expect(again.map(({ status }) => status)).toEqual(
    outcomes.map(({ status }) => (status === 'applied' ? 'unchanged' : status)),
  )
})

test('rejects only the records beyond the quota in a push, and applies the rest [SU04]', async () => {
  const person = await fieldMerchant(world)
  const form = await createForm(world, person)
  const device = syncingDevice(world, person, 'submission')
  const set = (custom_id: string) => ({ formId: form.id, formRevision: 1, date, custom_id })
  const accepted = await device.op({ kind: 'create', formRev: 1, set: set('first') })
  await device.send(accepted)
  await leave(person, 'submissions', 2)
  const fresh = await Promise.all([1, 2, 3, 4].map((n) => device.op({ kind: 'create', formRev: 1, set: set(`${n}`) })))
  const { recordId, opId } = accepted
  const edit = { kind: 'update', recordId, deps: [opId], baseVer: 1, patch: { custom_id: { from: 'first', to: 'B' } } }
  const results = await device.send(...fresh, await device.op(edit))
  expect(results.map(({ status, code }) => code ?? status)).toEqual([
    ...['applied', 'applied', 'core.quota', 'core.quota'],
    'applied',
  ])
  expect(results[2]).toMatchObject({
    message: 'Your limit of 1\u00a0000\u00a0000 submissions (with deleted ones) is reached. Ask support for more.',
    details: { name: 'submissions', limit: 1_000_000 },
  })
})

test('frees quota when records are deleted, and adds quota with granted codes', async () => {
  const person = await world.approvedMerchant({ credit: 3 })
  const { id } = await uploaded(world, person)
  await leave(person, 'files', -3)
  expect(await upload(person)).toMatchObject({ error: 'core.quota' })
  await world.api(mediaContract, person).remove({ params: { id } })
  expect(await upload(person)).toMatchObject({ mime: 'image/png' })
})

test('limits files by their bytes, and reports the limit in megabytes in both languages', async () => {
  const person = await world.confirmedMerchant()
  await leave(person, 'fileBytes', 10)
  expect(await upload(person)).toMatchObject({ error: 'core.quota', details: { name: 'fileBytes' } })
  expect(quotaProblem(quotas.fileBytes, quotas.fileBytes.max, true).body('ruRU', '').message).toBe(
    'Достигнут предел: 10\u00a0240 МБ файлов. Удалите лишнее или попросите поддержку увеличить предел.',
  )
})

test('gives an account small quotas and asks for confirmation when its e-mail is unconfirmed', async () => {
  const person = await world.signUp()
  await insertQuotaUsage(person, 'files', quotas.files.unconfirmed)
  expect(await upload(person)).toMatchObject({
    error: 'core.quota',
    message: 'Your limit of 10 uploaded files is reached. Confirm your email to have more.',
  })
  await world.database.query('update account set confirmed = true where id = $1', [person.id])
  await expect.poll(() => upload(person)).toMatchObject({ mime: 'image/png' })
})

test.each([
  ['POST /sku', 'skus'],
  ['POST /sku/bulk', 'skus'],
  ['POST /sku/bulk', 'skuImports'],
  ['POST /trademark', 'trademarks'],
  ['POST /form', 'forms'],
  ['POST /form', 'formRevisions'],
  ['PUT /form/:id', 'formRevisions'],
  ['POST /submission/byFormId/:formId', 'submissions'],
  ['POST /logistic', 'shipments'],
  ['POST /support', 'supportMessages'],
] as const)('rejects %s when the quota of %s is used up', async (name, quota) => {
  const owner = await world.approvedMerchant({ credit: 100 })
  const own = await createMerchantData(world, owner)
  const { perCode = 0 } = quotas[quota]
  await leave(owner, quota, -100 * perCode)
  const input = (await apiCalls[name]?.send?.({ world, own, owner })) ?? manifest[name]!.input?.(own) ?? {}
  const answer = await callRoute(world, name, input, owner)
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: 'core.quota', details: { name: quota } }])
})

test('limits the number of recalls', async () => {
  const owner = await world.approvedMerchant({ credit: 100 })
  const { skuId } = await createMerchantData(world, owner)
  await leave(owner, 'recalls', 0)
  const api = world.api(verdictContract, owner)
  const target = { scope: 'sku', target: skuId } as const
  const { typed } = await api.recallSubject({ query: target })
  await expect(api.recall({ body: { ...target, message: 'Do not drink', confirm: typed } })).rejects.toMatchObject({
    code: 'core.quota',
  })
})

test('limits the number of devices, and accepts those that are known', async () => {
  const person = await fieldMerchant(world)
  const [known, other] = [syncingDevice(world, person, 'submission'), syncingDevice(world, person, 'submission')]
  await known.send()
  await leave(person, 'devices', 0)
  await known.send()
  await expect(other.send()).rejects.toMatchObject({ code: 'core.quota' })
})

test('limits the number of incomplete files, and frees quota when one is complete', async () => {
  const person = await world.confirmedMerchant()
  const sha256 = createHash('sha256').update('hello!').digest('hex')
  const put = async (name: string, offset: number, content: string) => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: `/api/sync/blobs/${name}?offset=${offset}&size=6`,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
      payload: content,
    })
    return answer.json()
  }
  await leave(person, 'unfinishedFiles', 1)
  expect(await put(sha256, 0, 'hello')).toEqual({ offset: 5, complete: false })
  expect(await put('f'.repeat(64), 0, 'part')).toMatchObject({ error: 'core.quota' })
  expect(await counted(person, 'fileBytes')).toMatchObject({ n: 6 })
  expect(await put(sha256, 5, '!')).toEqual({ offset: 6, complete: true })
  expect(await put('f'.repeat(64), 0, 'part')).toEqual({ offset: 4, complete: false })
  expect(await counted(person, 'fieldFiles')).toMatchObject({ n: 2 })
})

test('deletes an incomplete upload after a month, and frees its quota', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(
    `insert into sync_blob (merchant_id, sha256, size, received, created_at) select $1, sha256, 9, 1, now() - age
     from (values (repeat('a', 64), interval '31 days'), (repeat('b', 64), '29 days')) old (sha256, age)`,
    [person.merchantId],
  )
  await world.database.query(
    `insert into sync_blob_chunk (merchant_id, sha256, start, content) values ($1, repeat('a', 64), 0, 'x')`,
    [person.merchantId],
  )
  await deleteUnfinishedBlobs.run({}, { services: world.services } as never)
  const { rows } = await world.database.query('select sha256 from sync_blob where merchant_id = $1', [
    person.merchantId,
  ])
  expect(rows).toEqual([{ sha256: 'b'.repeat(64) }])
  const pieces = await world.database.query('select from sync_blob_chunk where merchant_id = $1', [person.merchantId])
  expect(pieces.rowCount).toBe(0)
  expect(await counted(person, 'unfinishedFiles')).toMatchObject({ n: 1 })
})

test('merges many counts without changing their sum, also in simultaneous calls', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(
    `insert into quota_count select $1, 'forms', case n % 3 when 0 then -1 else 1 end from generate_series(1, 600) n`,
    [person.merchantId],
  )
  const owner = { merchantId: person.merchantId!, confirmed: true }
  const rooms = await Promise.all(
    Array.from({ length: 8 }, () => tenant(person, (tx) => remainingQuota(tx, owner, quotas.forms, 1))),
  )
  expect(new Set(rooms.map(({ left }) => left))).toEqual(new Set([quotas.forms.max - 200]))
  const { n, parts } = await counted(person, 'forms')
  expect(n).toBe(200)
  expect(parts).toBeLessThan(10)
})

test('does not lock below 90 % of a limit, and serializes writers above it', async () => {
  const person = await world.confirmedMerchant()
  const owner = { merchantId: person.merchantId!, confirmed: true }
  /** Whether a second transaction can proceed while a first one is still open. */
  const passes = () =>
    tenant(person, async (first) => {
      await assertQuota(first, owner, quotas.forms)
      return tenant(person, async (second) => {
        await second.execute(`set local lock_timeout = '200ms'`)
        return assertQuota(second, owner, quotas.forms).then(
          () => true,
          () => false,
        )
      }).catch(() => false)
    })
  expect(await passes()).toBe(true)
  await insertQuotaUsage(person, 'forms', quotas.forms.max * 0.95)
  expect(await passes()).toBe(false)
})

test('counts every quota by triggers', async () => {
  const { rows } = await world.database.query(
    `select distinct trim(trailing '\\000' from encode(tgargs, 'escape')) as name from pg_trigger
     where tgname like 'quota%insert' and tgnargs = 1`,
  )
  const ofReports = 'reportPhotoBytes'
  expect([...rows.map(({ name }) => name), ofReports].toSorted()).toEqual(Object.keys(quotas).toSorted())
})

test('counts by an index, however many merchants there are', async () => {
  await world.database.query(
    `insert into quota_count select gen_random_uuid(), 'skus', 1 from generate_series(1, 20000); analyze quota_count`,
  )
  const { rows } = await world.database.query(
    `explain select coalesce(sum(n), 0), count(*) from quota_count where merchant_id = '${randomUUID()}' and name = 'skus'`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('quota_count_name')
  expect(plan).not.toContain('Seq Scan')
  await world.database.query(`delete from quota_count where name = 'skus'`)
})

test('counts rows that existed before a table was counted', async () => {
  const person = await world.confirmedMerchant()
  await uploaded(world, person)
  const before = await counted(person, 'fileBytes')
  expect(before.n).toBeGreaterThan(0)
  await world.database.query(`
    delete from quota_count; delete from drizzle.repeatable;
    drop trigger "quota_files_insert" on upload; drop trigger "quota_files_delete" on upload;
    drop trigger "quota_fileBytes_insert" on upload; drop trigger "quota_fileBytes_delete" on upload`)
  await migrate(world.database.url)
  expect([await counted(person, 'files'), await counted(person, 'fileBytes')]).toMatchObject([
    { n: 1 },
    { n: before.n },
  ])
})
