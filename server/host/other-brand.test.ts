import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codePaths } from '#server/verify/code-paths.fixture.ts'
import { type Product, product, storedScans } from '#server/verify/verify.fixture.ts'
import { brandName, type Installation, installation, proveHost, startInstallation } from './host.fixture.ts'

let site: Installation
let goods: Product
beforeAll(async () => {
  site = await startInstallation()
  await proveHost(site, await site.world.approvedMerchant())
  // Of a brand without a custom domain.
  goods = await product(site.world, { verify_url: 'https://rimba.example/bag' }, ['temperature'])
})
afterAll(() => site.close())

let calls = 0
function call(name: string, options: { method?: 'GET' | 'POST'; url: string; body?: object; form?: object }) {
  calls += 1
  const { method = 'GET', url, body, form } = options
  const fields = Object.entries(form ?? {}).map(
    ([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  return site.world.app.inject({
    method,
    url,
    // Each call comes from another network, so that no limit of calls applies.
    remoteAddress: `81.2.${calls}.1`,
    headers: { host: `${name}:${site.port}`, ...(form && { 'content-type': 'multipart/form-data; boundary=x' }) },
    ...(body && { payload: body }),
    ...(form && { payload: `${fields.join('')}--x--\r\n` }),
  })
}

test.each(codePaths.map((path) => [path('CODE', 'P'), path] as const))(
  '%s is not answered for a code of another brand, and stores no scan',
  async (_name, path) => {
    const { address, printed, secret } = goods.active[0]!
    expect((await call(brandName, { url: path(printed, secret) })).statusCode).toBe(421)
    expect(await storedScans(site.world, address)).toEqual([])
    expect((await call(installation, { url: path(printed, secret) })).statusCode).not.toBe(421)
    await site.world.database.query('delete from scan where address = $1', [address])
  },
)

test('opens, claims, reports and confirms no code of another brand', async () => {
  const { address, printed: a, secret: p } = goods.active[1]!
  const key = randomUUID()
  const scratch = '0000000000'
  const posts = [
    { url: '/api/tag/open', body: { a, p, scratch } },
    { url: '/api/tag/owner', body: { a, p, scratch, key } },
    { url: '/api/tag/owner/transfer', body: { a, p, secret: 'x', key } },
    { url: '/api/tag/seen', body: { a, p } },
    { url: '/verify/open', form: { a, p, scratch } },
    { url: '/verify/claim', form: { a, p, scratch, key } },
    { url: '/verify/owner', form: { a, p, secret: 'x', key } },
    { url: '/verify/report', form: { a, p, note: 'A copy' } },
  ]
  for (const options of posts) {
    expect((await call(brandName, { method: 'POST', ...options })).statusCode, options.url).toBe(421)
  }
  expect(await storedScans(site.world, address)).toEqual([])
})

test('answers a code with a wrong secret as one that does not exist, also if it is of another brand', async () => {
  const { printed } = goods.active[2]!
  const answers = await Promise.all(
    [printed, '0'.repeat(26)].map((a) => call(brandName, { url: `/api/tag/verify?a=${a}&p=${'Z'.repeat(16)}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers.map(({ body }) => JSON.parse(body).verdict)).toEqual(['unknown', 'unknown'])
})
