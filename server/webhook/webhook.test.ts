import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { addWebhook, happen, localReceivers, sendDue, webhooks } from './webhook.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: localReceivers })
})
afterAll(() => world.close())

const url = 'https://127.0.0.1:1234/hook?key=1'

test('adds, changes, turns off and removes a webhook, and shows its secret only once', async () => {
  const person = await world.confirmedMerchant()
  const api = webhooks(world, person)
  const { secret, ...made } = await api.create({
    body: { url: `${url}#part`, name: ' ERP ', eventTypes: ['recall.set', 'order.done', 'order.done'] },
  })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(made).toMatchObject({ url, name: 'ERP', eventTypes: ['order.done', 'recall.set'], isOn: true, stop: null })
  expect(await api.list()).toEqual({ rows: [made] })
  const params = { id: made.id }
  const body = { url, name: 'ERP', eventTypes: ['verdict.alert' as const], isOn: false }
  const changed = await api.update({ params, body })
  expect(changed).toEqual({ ...made, eventTypes: ['verdict.alert'], isOn: false })
  await happen(world, person, 1, 'verdict.alert')
  expect((await api.deliveries({ params, query: {} })).total).toBe(0)
  await api.remove({ params })
  expect(await api.list()).toEqual({ rows: [] })
})

test('stores no secret: neither in its tables, nor in the audit trail, nor in stored answers', async () => {
  const person = await world.confirmedMerchant()
  const { id, secret } = await addWebhook(world, person, url)
  const next = await webhooks(world, person).rotate({ params: { id } })
  expect(next.secret).not.toBe(secret)
  const { rows } = await world.database.query(
    `select string_agg(row::text, '') as all from (select to_jsonb(w) as row from webhook w
     union all select to_jsonb(a) from audit_entry a union all select to_jsonb(i) from idempotency_key i) rows`,
  )
  for (const one of [secret, next.secret]) {
    const bytes = Buffer.from(one.slice('whsec_'.length), 'base64')
    for (const text of [one, bytes.toString('base64'), bytes.toString('hex')]) expect(rows[0].all).not.toContain(text)
  }
})

test('rejects a second webhook with the same address, and an address that is not https', async () => {
  const api = webhooks(world, await world.confirmedMerchant())
  const eventTypes = ['order.done' as const]
  const first = await api.create({ body: { url, eventTypes } })
  await expect(api.create({ body: { url, eventTypes } })).rejects.toMatchObject({ code: 'webhook.exists' })
  const other = await api.create({ body: { url: 'https://127.0.0.1/other', eventTypes } })
  const params = { id: other.id }
  await expect(api.update({ params, body: { url, eventTypes } })).rejects.toMatchObject({ code: 'webhook.exists' })
  for (const wrong of ['http://127.0.0.1/hook', 'ftp://a.example', 'hook', 'https://ada@127.0.0.1/', '']) {
    await expect(api.create({ body: { url: wrong, eventTypes } })).rejects.toMatchObject({ status: 400 })
  }
  const long = `https://127.0.0.1/${'я'.repeat(1_500)}`
  await expect(api.create({ body: { url: long, eventTypes } })).rejects.toMatchObject({ status: 400 })
  await expect(api.create({ body: { url: 'https://127.0.0.1/', eventTypes: [] } })).rejects.toMatchObject({
    status: 400,
  })
  expect((await api.list()).rows.map(({ id }) => id)).toEqual([first.id, other.id])
})

test('names the field when an address to be stored is not on the public internet', async () => {
  const api = webhooks(world, await world.confirmedMerchant())
  const issues = (wrong: string) =>
    api.create({ body: { url: wrong, eventTypes: ['order.done'] } }).catch(({ details }) => details.issues)
  const message = 'This address is not on the public internet'
  for (const wrong of ['https://10.0.0.1/', 'https://[::1]/', 'https://0xa9fea9fe/', 'https://[::ffff:10.0.0.1]/'])
    expect(await issues(wrong)).toEqual([{ path: 'url', message }])
  expect(await issues('https://127.0.0.1:22/')).toEqual([
    { path: 'url', message: 'This port belongs to another protocol' },
  ])
})

test('hides the webhooks and deliveries of another merchant, and rejects other roles', async () => {
  const owner = await world.confirmedMerchant()
  const { id } = await addWebhook(world, owner, url)
  await happen(world, owner)
  const [delivery] = (await webhooks(world, owner).deliveries({ params: { id }, query: {} })).rows
  const other = webhooks(world, await world.confirmedMerchant())
  const [params, body] = [{ id }, { url, eventTypes: ['order.done' as const] }]
  const range = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  for (const call of [
    () => other.update({ params, body }),
    () => other.remove({ params }),
    () => other.rotate({ params }),
    () => other.test({ params }),
    () => other.deliveries({ params, query: {} }),
    () => other.delivery({ params: { id: delivery!.id } }),
    () => other.redeliver({ params: { id: delivery!.id } }),
    () => other.replay({ params, body: range }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  const dealer = await world.signUp({ role: 'dealer', merchantId: owner.merchantId! })
  await expect(webhooks(world, dealer).list()).rejects.toMatchObject({ status: 403 })
})

test('responds 409 when the quota is reached, and when the secret is replaced too often', async () => {
  const person = await world.confirmedMerchant()
  const api = webhooks(world, person)
  const ids = []
  for (let n = 0; n < 10; n++) ids.push((await addWebhook(world, person, `https://127.0.0.1/${n}`)).id)
  await expect(addWebhook(world, person, url)).rejects.toMatchObject({ code: 'core.quota' })
  const params = { id: ids[0]! }
  for (let n = 0; n < 4; n++) await api.rotate({ params })
  await expect(api.rotate({ params })).rejects.toMatchObject({ code: 'webhook.tooManySecrets' })
})

test('stores events only for merchants with a webhook', async () => {
  const person = await world.confirmedMerchant()
  await happen(world, person)
  await addWebhook(world, person, url)
  await happen(world, person)
  const { rows } = await world.database.query('select count(*)::int as n from webhook_event where merchant_id = $1', [
    person.merchantId,
  ])
  expect(rows).toEqual([{ n: 1 }])
  await sendDue(world)
})
