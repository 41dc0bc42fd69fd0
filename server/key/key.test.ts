import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newApiKey } from '#server/core/auth/api-key/format.ts'
import { openApiKeys } from '#server/core/auth/api-key/lookup.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, productOf } from '#server/order/order.fixture.ts'
import { keyContract } from '#shared/key/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { callWith, keyOf } from './key.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const statusOf = async (key: string) => (await callWith(world, `Bearer ${key}`)).statusCode

test('shows a new key once, and stores only its hash', async () => {
  const person = await world.confirmedMerchant()
  const made = await keyOf(world, person, ['sku:write', 'sku:read', 'sku:read'])
  expect(made).toMatchObject({ name: 'ERP', scopes: ['sku:read', 'sku:write'], start: made.key.slice(0, 10) })
  const { key, ...listed } = made
  expect(await world.api(keyContract, person).list()).toEqual({ rows: [listed], total: 1 })
  const { rows: tables } = await world.database.query(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { table_name: table } of tables) {
    const { rows } = await world.database.query(`select 1 from "${table}" as t where t::text like $1`, [
      `%${key.slice(12)}%`,
    ])
    expect([table, rows]).toEqual([table, []])
  }
})

test('lets a program read and write what its scopes allow, as the merchant', async () => {
  const person = await world.approvedMerchant()
  const { id, key } = await keyOf(world, person, ['sku:read'])
  expect(await world.api(skuContract, key).list({ query: {} })).toEqual({ rows: [], total: 0 })
  const rejected = world.api(skuContract, key).remove({ params: { id } })
  await expect(rejected).rejects.toMatchObject({ status: 403, code: 'core.scopeMissing' })
  const { body } = await callWith(world, `Bearer ${key}`, `/api/sku/${id}`, 'POST')
  expect(JSON.parse(body).error).toBe('core.notFound')
  await expect(world.api(keyContract, key).list()).rejects.toMatchObject({ status: 403, code: 'core.notForKeys' })
})

test('ends a key with its deletion, its expiry, and the block of the account that made it', async () => {
  const person = await world.confirmedMerchant()
  const { id, key } = await keyOf(world, person, ['sku:read'])
  const other = await keyOf(world, person, ['sku:read'])
  expect(await statusOf(key)).toBe(200)
  await world.database.query('update account set blocked = true where id = $1', [person.id])
  expect(await statusOf(key)).toBe(401)
  await world.database.query('update account set blocked = false where id = $1', [person.id])
  await world.database.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [other.id])
  expect([await statusOf(key), await statusOf(other.key)]).toEqual([200, 401])
  const stranger = world.api(keyContract, await world.confirmedMerchant())
  await expect(stranger.remove({ params: { id } })).rejects.toMatchObject({ status: 404, code: 'key.notFound' })
  await world.api(keyContract, person).remove({ params: { id } })
  expect(await statusOf(key)).toBe(401)
  const { rows } = await world.database.query('select 1 from api_key_secret where key_id = $1', [id])
  expect(rows).toEqual([])
})

test('ends a running download when its key ends', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const { id, key } = await keyOf(world, person, ['codes:read'])
  const orderId = await orderOf(world, person, await productOf(world, person), 1)
  await generate(world, orderId)
  const watch = vi.spyOn(world.services.apiKeys, 'watch')
  expect((await callWith(world, `Bearer ${key}`, `/api/tag/download/${orderId}`)).statusCode).toBe(200)
  expect(watch).toHaveBeenCalledOnce()
  const [used] = watch.mock.calls[0]!
  watch.mockImplementationOnce((_, end) => {
    end()
    return () => undefined
  })
  await expect(callWith(world, `Bearer ${key}`, `/api/tag/download/${orderId}`)).rejects.toThrow('destroyed')
  watch.mockRestore()
  const often = openApiKeys(world.services.db, world.services.log, 5)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const unwatch = often.watch(used, resolve)
  const unwatched = vi.fn()
  often.watch(used, unwatched)()
  await world.api(keyContract, person).remove({ params: { id } })
  await ended
  unwatch()
  expect(unwatched).not.toHaveBeenCalled()
})

test('keeps old keys valid for the time that a rotation promised, also when it is repeated', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(keyContract, person)
  const { id, key: first } = await keyOf(world, person, ['sku:read'])
  const lost = await api.rotate({ params: { id }, body: {} })
  expect(lost).toMatchObject({ id, graceEndsAt: expect.any(String), start: lost.key.slice(0, 10) })
  const { key: second } = await api.rotate({ params: { id }, body: { graceHours: 100 } })
  expect([await statusOf(first), await statusOf(lost.key), await statusOf(second)]).toEqual([200, 200, 200])
  await world.database.query("update api_key_secret set ends_at = ends_at - interval '25 hours' where key_id = $1", [
    id,
  ])
  expect([await statusOf(first), await statusOf(lost.key), await statusOf(second)]).toEqual([401, 200, 200])
  const { key: last, graceEndsAt } = await api.rotate({ params: { id }, body: { graceHours: 0 } })
  expect(graceEndsAt).toBeNull()
  expect([await statusOf(lost.key), await statusOf(second), await statusOf(last)]).toEqual([401, 401, 200])
  expect(await api.list()).toMatchObject({ rows: [{ id, start: last.slice(0, 10), graceEndsAt: null }] })
})

test('rejects a rotation of an expired key, and too many keys in grace', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(keyContract, person)
  const { id } = await keyOf(world, person, ['sku:read'])
  for (let n = 0; n < 5; n++) await api.rotate({ params: { id }, body: {} })
  const rotate = (hours: number) => api.rotate({ params: { id }, body: { graceHours: hours } })
  await expect(rotate(1)).rejects.toMatchObject({ status: 409, code: 'key.rotatedTooOften' })
  await rotate(0)
  await world.database.query('update api_key set expires_at = now() where id = $1', [id])
  await expect(rotate(1)).rejects.toMatchObject({ status: 409, code: 'key.expired' })
})

test('rejects names, scopes and expiries that are not valid', async () => {
  const api = world.api(keyContract, await world.confirmedMerchant())
  const valid = { name: 'ERP', scopes: ['sku:read' as const], expiresAt: null }
  for (const wrong of [
    { name: ' ' },
    { scopes: [] },
    { scopes: ['users:write' as never] },
    { expiresAt: '2020-01-01T00:00:00Z' },
  ])
    await expect(api.create({ body: { ...valid, ...wrong } })).rejects.toMatchObject({ status: 400 })
})

test('responds 409 when the quota is reached, and without a confirmed e-mail', async () => {
  await expect(keyOf(world, await world.signUp(), ['sku:read'])).rejects.toMatchObject({ code: 'core.unconfirmed' })
  const person = await world.confirmedMerchant()
  await world.database.query(
    `insert into api_key (merchant_id, account_id, name, scopes, start)
     select $1, $2, 'No. ' || n, '{}', 'assay_0000' from generate_series(1, 50) n`,
    [person.merchantId, person.id],
  )
  await expect(keyOf(world, person, ['sku:read'])).rejects.toMatchObject({ code: 'core.quota' })
})

test('stores the last use, at most once a minute', async () => {
  const person = await world.confirmedMerchant()
  const { id, key } = await keyOf(world, person, ['sku:read'])
  const version = async () => {
    const { rows } = await world.database.query('select xmin::text, last_used_at from api_key where id = $1', [id])
    return rows[0]
  }
  await statusOf(key)
  await vi.waitFor(async () => expect((await version()).last_used_at).not.toBeNull())
  const before = await version()
  for (let n = 0; n < 3; n++) await statusOf(key)
  expect(await version()).toEqual(before)
})

test('reads nothing from the database for a mistyped key', async () => {
  const select = vi.spyOn(world.services.db.read, 'select')
  const wrong = `${newApiKey().slice(0, -1)}~`
  for (const key of ['assay_', wrong, `assay_${'0'.repeat(36)}`]) expect(await statusOf(key)).toBe(401)
  expect(select).not.toHaveBeenCalled()
  expect(await statusOf(newApiKey())).toBe(401)
  expect(select).toHaveBeenCalledOnce()
  select.mockRestore()
})

test('names the key in the audit trail', async () => {
  const person = await world.approvedMerchant()
  const { key } = await keyOf(world, person, ['sku:write'])
  await expect(world.api(skuContract, key).remove({ params: { id: person.id } })).rejects.toMatchObject({ status: 404 })
  const { rows } = await world.database.query(
    'select action, data from audit_entry where merchant_id = $1 order by seq',
    [person.merchantId],
  )
  expect(rows).toMatchObject([
    { action: 'key.create', data: { name: 'ERP', scopes: ['sku:write'], expiresAt: null } },
    { action: 'call.refused', data: { apiKey: 'ERP' } },
  ])
})
