import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { scanRetentionRule } from '#server/verify/retention.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { memberOf, tagOf } from './nfc.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('forgets the visitors of old taps with the scans, and still refuses a link that was opened', async () => {
  const goods = await product(world)
  const person = await memberOf(world, goods)
  const urls: string[] = []
  for (const code of goods.active.slice(0, 2)) urls.push((await tagOf(world, person, code)).tap())
  const open = async (url: string) => {
    const { pathname, searchParams } = new URL(url)
    searchParams.set('a', pathname.split('/').at(-1)!)
    return (await world.app.inject({ url: `/api/tag/verify?${searchParams}` })).json().tap
  }
  for (const url of urls) expect(await open(url)).toBe('genuine')
  const tags = async () => {
    const { rows } = await world.database.query('select visitor, last_ctr, tapped_at from nfc_tag order by tapped_at')
    return rows
  }
  await world.database.query(
    `update nfc_tag set tapped_at = '2024-05-03T12:00Z' where address = '${goods.active[0]!.address}'`,
  )
  await scanRetentionRule.remove!(world.services, new Date('2024-06-01'), new Map())
  expect(await tags()).toMatchObject([
    { visitor: null, last_ctr: 1, tapped_at: new Date('2024-05-03T12:00Z') },
    { visitor: expect.any(String), last_ctr: 1 },
  ])
  expect(await open(urls[0]!)).toBe('again')
})
