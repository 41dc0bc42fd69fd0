import { expect, test } from 'vitest'
import { noteContract, setUpNotes, test1 } from './note.fixture.ts'

setUpNotes()

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

test('counts the calls of each visitor of the demo by address, not together', async () => {
  const demo = await test1.signUp()
  await test1.database.query('update merchant set is_demo = true where id = $1', [demo.merchantId])
  const call = (remoteAddress: string) =>
    test1.app
      .inject({ url: '/api/note/rare', remoteAddress, headers: { 'x-assay-demo': '1' } })
      .then(({ statusCode }) => statusCode)
  expect([await call('192.0.2.1'), await call('192.0.2.1'), await call('192.0.2.1')]).toEqual([200, 200, 429])
  expect(await call('192.0.2.2')).toBe(200)
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
