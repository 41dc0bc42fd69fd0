import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { keyContract } from '#shared/key/contract.ts'
import { keyOf } from './key.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

test('tells the owner of a new and of a replaced key in their language, at most ten times an hour', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(`update account set language = 'ruRU' where id = $1`, [person.id])
  const written = () => writtenMails(world, person.email)
  const { id, key } = await keyOf(world, person, ['sku:read', 'codes:write'])
  await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(1)
  const rotate = (graceHours: number) => world.api(keyContract, person).rotate({ params: { id }, body: { graceHours } })
  await rotate(24)
  await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(2)
  const [made, replaced] = await written()
  expect([made!.subject, replaced!.subject]).toEqual(['Новый API-ключ в Assay', 'API-ключ в Assay заменён'])
  expect(made!.text).toContain(`${person.email} создаёт API-ключ «ERP»`)
  expect(made!.text).toContain(
    'Заказы, коды с секретами, активации (изменение); Товары, товарные знаки, файлы (чтение)',
  )
  expect(made!.text).toContain('/settings/keys')
  expect(made!.text).not.toContain(key.slice(10))
  expect(replaced!.text).toContain('Сколько часов ещё действует старый: 24')
  for (let n = 0; n < 10; n++) await rotate(0)
  const waiting = async () => {
    const { rows } = await world.database.query(
      `select count(*)::int as n from pgboss.job where name = 'key.tell' and state in ('created', 'retry', 'active')`,
    )
    return rows[0].n
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  expect(await written()).toHaveLength(10)
})
