import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { gs1Contract, type ProductLink, type ProductLinks } from '#shared/gs1/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import linksetSchema from './linkset-schema.fixture.json' with { type: 'json' }

const origin = 'https://tea.example'
const gtin = '09506000134352'
const product = `/01/${gtin}`
const item = `${product}/21/NDEKTSV4RRFFQ69G5FAV`
const page = 'https://brand.example/tea?x=1'
const vocabulary = 'https://ref.gs1.org/voc/'
const links: ProductLinks['links'] = [
  { type: 'instructions', href: 'https://brand.example/en', title: 'How to brew', language: 'en' },
  { type: 'instructions', href: 'https://brand.example/de', title: 'Zubereitung', language: 'de' },
  { type: 'instructions', href: 'https://brand.example/ch', title: 'Zubereitung (Schweiz)', language: 'de-CH' },
  { type: 'recipeInfo', href: 'https://brand.example/iced', title: 'Iced tea', language: '' },
  { type: 'recipeInfo', href: 'https://brand.example/cake', title: 'Tea cake', language: '' },
  { type: 'support', href: 'https://brand.example/help', title: 'Help', language: '' },
]

let world: TestApp
let person: Person
let skuId: string
let printed: string
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: origin } })
  person = await brandWith(gtin)
  skuId = await skuOf(person)
  await world.database.query(`update merchant set features = '{redirect:brand.example}' where id = $1`, [
    person.merchantId,
  ])
  await world.api(gs1Contract, person).setLinks({ params: { id: skuId }, body: { links } })
  const order = await world.api(orderContract, person).create({ body: { skuId, quantity: 1, link: 'gs1' } })
  await generate(world, order.id)
  printed = (await printedCodes(world, order.id))[0]!.slice(origin.length)
})
afterAll(() => world.close())

async function brandWith(number: string): Promise<Person> {
  const brand = await world.approvedMerchant({ credit: 10 })
  const id = await productOf(world, brand, { verify_url: page })
  await world.database.query('update sku set gtin = $2 where id = $1', [id, number])
  return brand
}
const skuOf = async ({ merchantId }: Person): Promise<string> =>
  (await world.database.query('select id from sku where merchant_id = $1', [merchantId])).rows[0].id

type Headers = Record<string, string>
const ask = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
  world.app.inject({ method, url, headers: { accept: '*/*', ...headers }, remoteAddress: '81.2.69.160' })
const locationOf = async (url: string, headers: Headers = {}) => {
  const { statusCode, headers: given } = await ask(url, headers)
  return [statusCode, given.location]
}
const isLinkset = new Ajv({ strict: false }).compile(linksetSchema)

// One test for each check of GS1's conformance suite for resolvers, version 1.2.
describe('the conformance suite of GS1', () => {
  test.each(['GET', 'HEAD', 'OPTIONS'] as const)('methods and CORS: %s', async (method) => {
    for (const path of [product, item, printed]) {
      const { statusCode, headers } = await ask(path, {}, method)
      expect(statusCode).toBe(method === 'OPTIONS' ? 204 : path === printed ? 200 : 307)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-expose-headers': 'Link, Location',
        vary: expect.stringMatching(/Accept, Accept-Language/),
      })
    }
  })

  test('the Link header names the linkset, and no single link', async () => {
    for (const method of ['GET', 'OPTIONS'] as const)
      expect((await ask(item, {}, method)).headers.link).toBe(
        `<${origin}${item}>; rel="linkset"; type="application/linkset+json"`,
      )
  })

  test.each([
    `${item}/foo`,
    `${product}/foo`,
    '/01/09506000134353',
    '/01/9506000134352',
    '/01/00000000000000',
    '/01',
    `${product}/21`,
    `${product}/21/`,
    `${product}/21/${'A'.repeat(21)}`,
    `${product}/21/A%20B`,
    `${product}/21/A/10/B`,
    `${product}/10/A/10/B`,
    `${product}/21/%C3%A9`,
    `${product}?linkType=gs1:pip&linkType=all`,
  ])('reports an error of syntax with 400: %s', async (url) => {
    expect((await ask(url)).statusCode).toBe(400)
  })

  test('reads values with a slash, a percent sign, and all characters of GS1', async () => {
    for (const lot of ['A%2F7', '%25', encodeURIComponent(`!"%&'()*+,-./`), encodeURIComponent(':;<=>?_az09')])
      expect((await ask(`${product}/22/2A/10/${lot}/21/1`)).statusCode).toBe(307)
  })

  test('answers the same with a slash at the end', async () => {
    for (const path of [product, item]) expect(await locationOf(`${path}/`)).toEqual(await locationOf(path))
  })

  test('redirects to the default link, and passes the query on', async () => {
    expect(await locationOf(product)).toEqual([307, page])
    expect(await locationOf(`${product}?foo=bar&17=261231`)).toEqual([307, `${page}&foo=bar&17=261231`])
    const asking = `${origin}/verify?gtin=${gtin}`
    expect(await locationOf(item)).toEqual([307, asking])
    expect(await locationOf(`${item}?foo=bar`)).toEqual([307, `${asking}&foo=bar`])
  })

  test.each([
    ['linkType=linkset', `${item}?linkType=linkset`, {}],
    ['linkType=all', `${item}?linkType=all`, {}],
    ['the Accept header', item, { accept: 'application/linkset+json' }],
  ])('returns the linkset for %s', async (_, url, headers) => {
    const answer = await ask(url, headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/linkset\+json/)
    expect(answer.headers.link).toMatch(
      /rel="http:\/\/www\.w3\.org\/ns\/json-ld#context"; type="application\/ld\+json"/,
    )
    isLinkset(answer.json())
    expect(isLinkset.errors).toBeNull()
    const { linkset } = answer.json()
    expect(linkset.map(({ anchor }: { anchor: string }) => anchor)).toEqual([origin + item, origin + product])
    for (const level of linkset) {
      const [found, ...more] = level[`${vocabulary}defaultLink`]
      expect([Object.keys(found).toSorted(), more]).toEqual([['href', 'title'], []])
    }
    expect(linkset[0][`${vocabulary}defaultLink`][0].href).toBe((await ask(item)).headers.location)
  })

  test('redirects to each link type of the linkset, by each of its names', async () => {
    const { linkset } = (await ask(`${product}?linkType=all`)).json()
    const types = Object.keys(linkset[0]).filter((key) => key.startsWith(vocabulary))
    expect(types).toHaveLength(4)
    for (const type of types) {
      const name = type.slice(vocabulary.length)
      for (const asked of [`gs1:${name}`, type, `https://gs1.org/voc/${name}`]) {
        const { statusCode, headers } = await ask(`${item}?linkType=${encodeURIComponent(asked)}`)
        if (name === 'recipeInfo') expect(statusCode).toBe(300)
        else expect([statusCode, headers.location]).toEqual([statusCode === 300 ? 300 : 307, headers.location])
      }
    }
    expect((await ask(`${product}?linkType=gs1:support`)).headers.location).toBe(
      'https://brand.example/help?linkType=gs1:support',
    )
  })

  test('reports a link type that the product does not have with 404', async () => {
    for (const type of ['gs1:nosuchlt', 'gs1:faqs', 'nothing', 'https://example.com/voc/pip'])
      expect((await ask(`${product}?linkType=${type}`)).statusCode).toBe(404)
  })

  test('walks up from a lot or an item that it does not know', async () => {
    expect(await locationOf(`${product}/10/KL8G`)).toEqual([307, page])
    const { linkset } = (await ask(`${product}/10/KL8G?linkType=linkset`)).json()
    expect(linkset).toHaveLength(1)
  })

  test('describes itself at the well-known address', async () => {
    const answer = await ask('/.well-known/gs1resolver')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.json()).toMatchObject({ resolverRoot: origin, supportedPrimaryKeys: ['01'] })
  })
})

describe('which link', () => {
  test.each([
    ['en-GB,en;q=0.9', 'en'],
    ['fr, de-AT;q=0.8, en;q=0.5', 'de'],
    ['de-CH-1996', 'ch'],
    ['DE-ch', 'ch'],
    ['en;q=0, de', 'de'],
  ])('the language %s chooses', async (language, path) => {
    const { headers } = await ask(`${product}?linkType=gs1:instructions`, { 'accept-language': language })
    expect(headers.location).toBe(`https://brand.example/${path}?linkType=gs1:instructions`)
  })

  test('is left to the caller with 300 and the linkset if several fit', async () => {
    const { statusCode, ...answer } = await ask(`${product}?linkType=gs1:recipeInfo`)
    expect([statusCode, answer.json().linkset[0][`${vocabulary}recipeInfo`].length]).toEqual([300, 2])
    expect((await ask(`${product}?linkType=gs1:instructions`, { 'accept-language': 'ja' })).statusCode).toBe(300)
  })

  test.each([
    ['application/json', 200],
    ['application/json, text/plain, */*', 200],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 307],
    ['text/html, application/json', 307],
    ['*/*', 307],
    ['application/linkset+json;q=0, */*', 307],
  ])('or page: Accept %s gets %i', async (accept, status) => {
    expect((await ask(product, { accept })).statusCode).toBe(status)
    expect((await ask(printed, { accept })).statusCode).toBe(200)
  })
})

describe('a printed link', () => {
  test('is the page of the code with the address of the linkset, and gives links to programs', async () => {
    const path = printed.slice(printed.indexOf('/01/'))
    const shown = await ask(printed, { accept: 'text/html' })
    expect(shown.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      link: `<${origin}${path}>; rel="linkset"; type="application/linkset+json"`,
    })
    const { linkset } = (await ask(`${printed}?linkType=linkset`)).json()
    // The key proves the code, so no answer for others contains it.
    expect(linkset[0].anchor).toBe(origin + path)
    expect(JSON.stringify(linkset)).not.toContain(printed.slice(1, 23))
    expect((await ask(`${printed}?linkType=gs1:support`)).headers.location).not.toContain(printed.slice(1, 23))
  })
})

describe('a GTIN', () => {
  test('that no product has is unknown', async () => {
    expect((await ask('/01/04006381333931')).statusCode).toBe(404)
  })

  test('of two merchants is nobody’s, and a merchant without approval claims none', async () => {
    const number = '09506000134369'
    await brandWith(number)
    const unapproved = await world.confirmedMerchant()
    const id = await productOf(world, unapproved)
    await world.database.query('update sku set gtin = $2 where id = $1', [id, number])
    expect((await ask(`/01/${number}`)).statusCode).toBe(307)
    const disputed = '09521234543213'
    await brandWith(disputed)
    await brandWith(disputed)
    expect((await ask(`/01/${disputed}`)).statusCode).toBe(404)
  })

  test('of a recalled product leads to one page with all its recalls', async () => {
    const number = '06291041500213'
    const brand = await brandWith(number)
    await world.database.query(
      `insert into recall (merchant_id, scope, target, message)
       select merchant_id, 'sku', id, 'Please return it' from sku where merchant_id = $1`,
      [brand.merchantId],
    )
    // Stored before forms refused this type.
    await world.database.query(
      `insert into sku_link (id, merchant_id, sku_id, place, type, href, title, language)
       select gen_random_uuid(), merchant_id, id, 0, 'recallStatus', 'https://brand.example/recalls', 'Recalls', '' from sku where merchant_id = $1`,
      [brand.merchantId],
    )
    const { linkset } = (await ask(`/01/${number}?linkType=all`)).json()
    expect(linkset[0][`${vocabulary}recallStatus`]).toMatchObject([{ title: 'Please return it' }])
    const [status, page] = await locationOf(`/01/${number}?linkType=gs1:recallStatus`)
    expect(status).toBe(307)
    expect(new URL(page as string).searchParams.get('gtin')).toBe(number)
    const { body } = await ask((page as string).slice(origin.length))
    expect(body).toContain('<blockquote>Please return it</blockquote>')
  })
})

describe('the links of a product', () => {
  test('are stored in their order, and only by their merchant', async () => {
    const params = { id: skuId }
    expect((await world.api(gs1Contract, person).links({ params })).links).toEqual(links)
    const other = await world.approvedMerchant()
    await expect(world.api(gs1Contract, other).links({ params })).rejects.toMatchObject({ status: 404 })
    await expect(world.api(gs1Contract, other).setLinks({ params, body: { links: [] } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are rejected at the second of two that are the same', async () => {
    const [one, , , other] = links as [ProductLink, ProductLink, ProductLink, ProductLink]
    const body = { links: [one, other, { ...one, title: 'The same', language: 'EN' }] }
    const saved = world.api(gs1Contract, person).setLinks({ params: { id: skuId }, body })
    await expect(saved).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'links.2.href' }] } })
  })

  test.each([
    [{ href: 'http://brand.example' }, 'links.0.href'],
    [{ href: 'https://192.168.1.1/' }, 'links.0.href'],
    [{ href: 'javascript:alert(1)' }, 'links.0.href'],
    [{ title: '' }, 'links.0.title'],
    [{ type: 'recallStatus' as const }, 'links.0.type'],
    [{ language: 'english' }, 'links.0.language'],
  ])('are rejected with %j', async (wrong, path) => {
    const body = { links: [{ ...links[0]!, ...wrong }] }
    const saved = world.api(gs1Contract, person).setLinks({ params: { id: skuId }, body })
    await expect(saved).rejects.toMatchObject({ status: 400, details: { issues: [{ path }] } })
  })
})
