import { request } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isServedAtBrands } from '#server/core/network/brand-host-requests.ts'
import type { Person } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { labelContract } from '#shared/label/contract.ts'
import { downloadRoute, orderContract } from '#shared/order/contract.ts'
import {
  brandHosts,
  brandName,
  checked,
  type Installation,
  installation,
  proveHost,
  startInstallation,
} from './host.fixture.ts'

const gtin = '09506000134352'
let site: Installation
let person: Person
let before: string
let printed: string
let linked: string
beforeAll(async () => {
  site = await startInstallation()
  const { world } = site
  person = await world.approvedMerchant({ credit: 20 })
  const skuId = await productOf(world, person)
  await world.database.query('update sku set gtin = $2 where id = $1', [skuId, gtin])
  const order = async (link: 'assay' | 'gs1') => {
    const { id } = await world.api(orderContract, person).create({ body: { skuId, quantity: 1, link } })
    await generate(world, id)
    return (await printedCodes(world, id))[0]!
  }
  before = await order('assay')
  await proveHost(site, person)
  printed = await order('assay')
  linked = await order('gs1')
})
afterAll(() => site.close())

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Calls this server at a host through TLS, as a browser that the name server has led here. */
function open(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { hostname, port, pathname, search } = new URL(url)
  const options = {
    host: '127.0.0.1',
    port,
    servername: hostname,
    path: pathname + search,
    method,
    agent: false as const,
  }
  return new Promise<Answer>((resolve, reject) => {
    request({ ...options, headers: { host: `${hostname}:${port}`, ...headers } }, async (response) => {
      let body = ''
      for await (const chunk of response.setEncoding('utf8')) body += chunk
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })
}
const at = (name: string, path: string) => `https://${name}:${site.port}${path}`
const pathOf = (url: string) => new URL(url).pathname

test('prints the custom domain in codes, lists and labels of new orders, and stays with that of the order', async () => {
  const upper = (name: string) => `HTTPS://${name.toUpperCase()}:${site.port}`
  expect(before.startsWith(`${upper(installation)}/V/`)).toBe(true)
  expect(printed.startsWith(`${upper(brandName)}/V/`)).toBe(true)
  expect(linked).toMatch(new RegExp(`^${upper(brandName)}/[0-9A-Z]+/01/${gtin}/21/`))
  const { world } = site
  const { rows } = await world.api(orderContract, person).list({ query: {} })
  expect(rows.map(({ host }) => host)).toEqual([brandName, brandName, null])
  const { url, site: address } = await world
    .api(labelContract, person)
    .sample({ params: { id: rows[1]!.id }, query: { type: 'all' } })
  expect([url, address]).toEqual([printed, `${brandName}:${site.port}/verify`])
  const csv = await world.app.inject({
    url: `/api${downloadRoute.path.replace(':id', rows[1]!.id)}?type=all`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(csv.body).toContain(printed)
})

test('shows a code at its custom domain with that address, and at the installation with its own', async () => {
  const custom = await open(printed)
  expect([custom.status, custom.headers['set-cookie']]).toEqual([200, undefined])
  expect(custom.body).toContain(`${brandName}:${site.port}, an official address for checking codes`)
  expect((await open(at(brandName, `//V/${pathOf(printed).slice(3)}/`))).status).toBe(200)
  for (const code of [printed, before]) {
    const page = await open(at(installation, pathOf(code)))
    expect([page.status, page.body.includes(`${installation}:${site.port}, an official address`)]).toEqual([200, true])
  }
  const json = JSON.parse((await open(at(brandName, `/api/tag/verify?a=${pathOf(printed).slice(3)}`))).body)
  expect(json).toMatchObject({ verdict: 'not_active', officialHost: `${brandName}:${site.port}` })
})

test('says that a code of another brand does not belong to the custom domain, and leads to its address', async () => {
  const { world } = site
  const other = await world.approvedMerchant({ credit: 5 })
  const id = await orderOf(world, other, await productOf(world, other), 1)
  await generate(world, id)
  const code = (await printedCodes(world, id))[0]!
  const page = await open(at(brandName, pathOf(code)))
  expect(page.status).toBe(421)
  expect(page.body).toContain('This code belongs to another brand')
  expect(page.body).toContain(`href="${at(installation, pathOf(code))}"`)
  expect(page.body).not.toContain('Highland')
  const call = await open(at(brandName, `/api/tag/verify?a=${pathOf(code).slice(3)}`))
  expect([call.status, JSON.parse(call.body).error]).toEqual([421, 'brandHost.otherBrand'])
  expect((await open(at(brandName, `/verify/report?a=${pathOf(code).slice(3)}`))).status).toBe(421)
  expect((await open(at(brandName, '/V/00000000000000000000000000ZZZZZZZZZZZZZZZZ'))).status).toBe(200)
})

test('resolves GS1 Digital Links at the custom domain, for products of its merchant only', async () => {
  const linkset = JSON.parse((await open(at(brandName, `/01/${gtin}?linkType=linkset`))).body)
  expect(linkset.linkset[0].anchor).toBe(at(brandName, `/01/${gtin}`))
  expect((await open(linked)).headers.link).toContain(`<${at(brandName, `/01/${gtin}`)}`)
  const resolver = JSON.parse((await open(at(brandName, '/.well-known/gs1resolver'))).body)
  expect(resolver.resolverRoot).toBe(at(brandName, ''))
  const { world } = site
  const other = await world.approvedMerchant()
  const skuId = await productOf(world, other)
  await world.database.query("update sku set gtin = '00012345678905' where id = $1", [skuId])
  expect((await open(at(brandName, '/01/00012345678905'))).status).toBe(421)
  expect((await open(at(installation, '/01/00012345678905'))).status).toBe(307)
})

test('serves neither the console nor calls of merchants at a custom domain', async () => {
  const signIn = await open(at(brandName, '/settings/host?x=1'))
  expect([signIn.status, signIn.headers.location]).toEqual([307, at(installation, '/settings/host?x=1')])
  expect((await open(at(brandName, '/'))).headers.location).toBe('/verify')
  const authorization = { authorization: `Bearer ${person.token}` }
  expect((await open(at(brandName, '/api/order'), { headers: authorization })).status).toBe(404)
  expect((await open(at(brandName, '/api/auth/local'), { method: 'POST' })).status).toBe(404)
  expect((await open(at(installation, '/api/order'), { headers: authorization })).status).toBe(200)
})

/** Everything that a custom domain serves. A new route belongs here only if shoppers need it, without a session. */
const served = [
  ...[
    '/.well-known/assay-host',
    '/.well-known/gs1resolver',
    '/01',
    '/01/*',
    '/:key/01/*',
    '/V',
    '/V/:code',
    '/v',
    '/v/:code',
  ],
  ...['/api/files/:file', '/api/logistic/accessToken', '/api/logistic/arrived', '/api/logistic/endSensorLogging'],
  ...['/api/proof/:address', '/api/proof/:address(^[^.]+).ots', '/api/proof/:address(^[^.]+).tlog-proof'],
  ...['/api/proof/:address(^[^.]+).zip', '/api/proof/:address/payload'],
  ...['/api/tag/customization', '/api/tag/open', '/api/tag/owner', '/api/tag/owner/transfer', '/api/tag/redirect'],
  ...['/api/tag/seen', '/api/tag/verify', '/dpp/01/*', '/verify', '/verify.html', '/verify/claim', '/verify/delivery'],
  ...['/verify/go', '/verify/open', '/verify/owner', '/verify/paper', '/verify/report'],
]

test('serves exactly the public routes of codes at a custom domain', () => {
  const routes = [...new Set(site.world.app.routes.map(({ url }) => url))].filter(isServedAtBrands)
  expect(routes.filter((url) => !/^\/(verify-assets|robots)/.test(url)).toSorted()).toEqual(served.toSorted())
  const config = site.world.app.routes.filter(({ url }) => served.includes(url) && url.startsWith('/api/'))
  expect(new Set(config.map((route) => (route.config as { access: string }).access))).toEqual(new Set(['public']))
})

test('prints no domain whose check fails, and the host of the installation when the owner chooses it', async () => {
  const { world, zone } = site
  const [row] = (await brandHosts(world, person).list()).rows
  expect(row).toMatchObject({ host: brandName, isPrinted: true, orders: 2 })
  const skuId = (await world.api(orderContract, person).list({ query: {} })).rows[0]!.skuId
  const alias = zone[brandName]!
  zone[brandName] = { cname: 'parked.example' }
  await checked(world, person, row!.id)
  await expect(orderOf(world, person, skuId, 1)).rejects.toMatchObject({ code: 'brandHost.printedFails' })
  await brandHosts(world, person).print({ params: { id: row!.id }, body: { isPrinted: false } })
  const { host } = await world
    .api(orderContract, person)
    .read({ params: { id: await orderOf(world, person, skuId, 1) } })
  expect(host).toBeNull()
  expect((await open(printed)).status).toBe(200)
  zone[brandName] = alias
})

test('tells the proxy which names may have a certificate, and nobody else', async () => {
  const ask = (domain: string, headers: Record<string, string> = {}) =>
    open(at(installation, `/host/ask?domain=${domain}`), { headers }).then(({ status }) => status)
  await brandHosts(site.world, person).add({ body: { host: 'soon.brand.example' } })
  await expect.poll(() => ask('soon.brand.example')).toBe(200)
  expect(await ask(brandName)).toBe(200)
  expect(await ask('other.example')).toBe(404)
  expect(await ask(brandName, { 'x-forwarded-for': '9.9.9.9' })).toBe(404)
})
