import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { codeFields, postReport } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, type Product, product } from './verify.fixture.ts'

let world: TestApp
let goods: Product
beforeAll(async () => {
  world = await testApp()
  goods = await product(world)
})
afterAll(() => world.close())

const urls: Record<string, (code: PrintedCode) => string> = {
  '/api/tag/verify': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/api/tag/redirect': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/api/tag/customization': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/api/logistic/accessToken': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/api/proof/': ({ printed, secret }) => `${printed}${secret}`,
  '/api/proof//payload': ({ printed, secret }) => `${printed}${secret}/payload`,
  '/api/proof/.ots': ({ printed, secret }) => `${printed}${secret}.ots`,
  '/api/proof/.zip': ({ printed, secret }) => `${printed}${secret}.zip`,
  '/api/proof/.tlog-proof': ({ printed, secret }) => `${printed}${secret}.tlog-proof`,
  '/verify': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/v/': ({ printed, secret }) => `${printed}${secret}`,
  '/verify/go': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/verify/report': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/verify/owner': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/api/tag/owner': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
  '/verify/paper': ({ printed, secret }) => `?a=${printed}&p=${secret}`,
}
const routes = Object.keys(urls)
const urlOf = (route: string, code: PrintedCode) => {
  const start = route.startsWith('/api/proof/') ? '/api/proof/' : route
  return start + urls[route]!(code)
}

let networks = 0
const nextNetwork = () => `198.18.${networks++}`
const wrong = (): PrintedCode => ({ ...goods.active[0]!, secret: '0'.repeat(16) })
const status = async (route: string, code: PrintedCode, remoteAddress: string) =>
  (await world.app.inject({ url: urlOf(route, code), remoteAddress })).statusCode

test.each(routes)(
  'counts wrong secrets of %s with those of all other routes, and answers right ones',
  async (route) => {
    const network = nextNetwork()
    // Each call of an address of its own: the limits of routes are lower for some addresses.
    for (let n = 0; n < 30; n++)
      expect(await status(routes[n % routes.length]!, wrong(), `${network}.${n}`)).not.toBe(429)
    expect(await status(route, wrong(), `${network}.99`)).toBe(429)
    expect(await status(route, goods.active[0]!, `${network}.99`)).not.toBe(429)
  },
)

test('counts wrong secrets of reports that are sent', async () => {
  const remoteAddress = `${nextNetwork()}.1`
  const send = (code: PrintedCode) => postReport({ app: world.app, remoteAddress }, ...codeFields(code))
  for (let n = 0; n < 30; n++) await status('/api/tag/verify', wrong(), remoteAddress)
  const { statusCode, body } = await send(wrong())
  expect(statusCode).toBe(429)
  expect(body).toContain('Too many codes that do not exist')
  expect((await send(goods.active[0]!)).statusCode).toBe(400)
})

test('knows every public route that takes a code with its secret', () => {
  const takesCode = world.app.routes.filter(({ method, config, schema }) => {
    const { querystring } = (schema ?? {}) as { querystring?: { shape?: object } }
    return method === 'GET' && config?.access === 'public' && 'p' in (querystring?.shape ?? {})
  })
  const known = new Set(routes)
  const plain = takesCode.map(({ url }) => url.replace(/:address(\([^)]*\))?/, ''))
  expect(plain.length).toBeGreaterThan(5)
  expect(plain.filter((url) => !known.has(url))).toEqual([])
})

test('does not count a visit without a code', async () => {
  const network = nextNetwork()
  for (let n = 0; n < 40; n++)
    expect((await world.app.inject({ url: '/verify/report', remoteAddress: `${network}.${n}` })).statusCode).toBe(404)
  const unknown = { ...wrong(), printed: randomUUID() }
  expect(await status('/api/tag/verify', unknown, `${network}.1`)).toBe(200)
})
