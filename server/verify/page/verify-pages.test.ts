import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product, storedScans } from '#server/verify/verify.fixture.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import { previewPath } from '#shared/verify/preview.ts'

let world: TestApp
let goods: Product

beforeAll(async () => {
  world = await testApp()
  goods = await product(world, { verify_url: 'https://rimba.example/bag' })
})
afterAll(async () => {
  await world?.close()
})

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '81.2.69.160') =>
  world.app.inject({ method: 'GET', url, headers, remoteAddress })

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

describe('a link that a program has changed [VE02]', () => {
  const twice = (text: string) => encodeURIComponent(encodeURIComponent(text))
  const fullWidth = (text: string) =>
    text.replace(/./g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))

  it.each<[string, (code: string, address: string, secret: string) => string]>([
    ['a full stop', (code) => `/V/${code}.`],
    ['a curly quote', (code) => `/V/${code}%E2%80%9D`],
    ['a full-width full stop', (code) => `/V/${code}%E3%80%82`],
    ['an invisible space', (code) => `/V/${code}%E2%80%8B`],
    ['full-width letters', (code) => `/V/${encodeURIComponent(fullWidth(code))}`],
    ['full-width letters, encoded twice', (code) => `/V/${twice(fullWidth(code))}`],
    ['tracking parameters', (code) => `/V/${code}?fbclid=IwAR0abc&utm_source=ig`],
    ['slashes', (code) => `/V/${code}//`],
    ['a slash before it', (code) => `/V//${code}`],
    ['a truncated encoding', (code) => `/V/${code}%`],
    ['an encoding of another kind', (code) => `/V/${code}%A0`],
    ['the sign of a mail', (_, address, secret) => `/verify?a=3D${address}&p=3D${secret}`],
    ['the sign of a page', (_, address, secret) => `/verify?a=${address}&amp;p=${secret}.`],
    ['the whole link as its code', (code) => `/verify?a=${encodeURIComponent(`https://assay.example/V/${code}).`)}`],
  ])('leads to the result with %s', async (_, urlOf) => {
    const { printed, secret } = goods.active[2]!
    const { statusCode, body } = await get(urlOf(printed + secret, printed, secret), { 'accept-language': 'en' })
    expect([statusCode, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]).toEqual([200, 'Pass!'])
    // The links of the page have the code as it is printed.
    expect(body).toContain(`/verify/report?a=${printed}&amp;p=${secret}&amp;lang=en`)
  })

  it.each([
    ['a letter more', (code: string) => `${code}7`, 'one letter too many: 43 instead of 42'],
    ['a letter less', (code: string) => code.slice(1), 'One letter is missing: it has 41 of 42'],
    ['the code twice', (code: string) => code + code, 'contains the code more than once'],
  ])('says what is wrong with %s', async (_, change, reason) => {
    const { printed, secret } = goods.active[2]!
    const { statusCode, body } = await get(`/V/${change(printed + secret)}`, { 'accept-language': 'en' })
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>This link or code is damaged</h1>')
    expect(body).toContain(reason)
    expect(body).not.toContain('is not valid')
  })
})

describe('the page [VE01]', () => {
  const page = ({ printed, secret }: { printed: string; secret: string }, more = '') =>
    get(`/verify?a=${printed}&p=${secret}${more}`, { 'accept-language': 'en' })

  it('shows the verdict without a script, and a payload cannot break out of its element', async () => {
    const { body, headers } = await page(goods.active[0]!)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>Pass!</h1>')
    expect(body).toContain('This code is real and active. No sign of a second item.')
    for (const text of ['Fetching data from blockchain', 'Verifying', 'Leather']) expect(body).toContain(text)
    // The preloader is a bar with a name: no words stand over a result that is there.
    expect(body).toContain('role="progressbar" aria-label="Fetching data from blockchain"')
    expect(body.match(/<\/script>/g)).toHaveLength(2)
    expect(body).not.toContain('<b>')
  })

  it('is rendered from one response: it contains its styles, and it is compressed', async () => {
    const { printed, secret } = goods.active[0]!
    const packed = await get(`/V/${printed}${secret}`, { 'accept-language': 'en', 'accept-encoding': 'br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-language, accept-encoding' })
    const html = brotliDecompressSync(packed.rawPayload).toString()
    expect(html).toMatch(/<style nonce="[^"]+">[^<]*\.verdict/)
    expect(html).not.toContain('stylesheet')
    expect(html.indexOf('<script')).toBeGreaterThan(html.indexOf('<h1>Pass!</h1>'))
  })

  it('compresses every page of its kind: the preview, and the report form', async () => {
    const { printed, secret } = goods.active[0]!
    for (const url of [previewPath, `/verify/report?a=${printed}&p=${secret}`]) {
      const { headers, statusCode } = await get(url, { 'accept-encoding': 'br' })
      expect([statusCode, headers['content-encoding']], url).toEqual([200, 'br'])
    }
  })

  it('allows only scripts with the nonce of the same response', async () => {
    const nonceOf = (header: unknown) => /script-src 'nonce-([\w+/=]+)' 'strict-dynamic'/.exec(String(header))?.[1]
    const [one, two] = [await page(goods.active[0]!), await page(goods.active[0]!)]
    const nonce = nonceOf(one.headers['content-security-policy'])
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(nonce).not.toBe(nonceOf(two.headers['content-security-policy']))
    for (const [script] of one.body.matchAll(/<script[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`)
    expect(one.headers['content-security-policy']).toContain("default-src 'none'")
    expect(one.body).not.toMatch(/ style="| on\w+="/)
  })

  it('opens at the printed address in either case, and in the language of the device', async () => {
    const { printed, secret } = goods.active[0]!
    const russian = { 'accept-language': 'ru-RU,ru;q=0.9' }
    for (const url of [`/V/${printed}${secret}`, `/v/${(printed + secret).toLowerCase()}`]) {
      const { body } = await get(url, russian)
      expect(body).toContain('<html lang="ru"')
      expect(body).toContain('Код настоящий и активен.')
    }
    expect((await get(`/V/${printed}${secret}?lang=en&theme=bnw`, russian)).body).toContain(
      '<html lang="en" data-theme="bnw">',
    )
  })

  it('leads to the form when the address has no code', async () => {
    for (const url of ['/v', '/V/']) {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers.location]).toEqual([303, '/verify'])
    }
  })

  it('shows one of three messages when it cannot verify [VE04]', async () => {
    expect((await page(goods.inactive)).body).toContain('<h1>This code is not yet activated</h1>')
    expect((await page({ printed: '0'.repeat(26), secret: '0'.repeat(16) })).body).toContain(
      '<h1>This code is not valid</h1>',
    )
    expect((await page({ printed: '"><img src=x>', secret: '' })).body).toContain(
      '<h1>This link or code is damaged</h1>',
    )
    expect((await page({ printed: '"><img src=x>', secret: '' })).body).not.toContain('<img src=x')
    const old = await product(world)
    await world.database.query(
      "insert into wallet (merchant_id, remaining, expires_at) values ($1, 0, now() - interval '1 day')",
      [old.merchantId],
    )
    expect((await page(old.active[0]!)).body).toContain("<h1>We can't verify the product</h1>")
  })

  it('shows brand logo, transaction id and operator of the page in both languages [VE02]', async () => {
    const logo = { hash: 'a1'.repeat(32), ext: '.png', name: 'logo.png', mime: 'image/png', size: 900 }
    const own = await product(world, { customization: { ...newCustomization(), isDraft: false, order: [], logo } })
    const shown = async (language: 'en' | 'ru') => {
      const { body } = await page(own.active[0]!, `&lang=${language}`)
      const plain = (part: string | undefined) => part?.replaceAll(/<[^>]+>/g, '').trim()
      return {
        logo: /<span class="brand"><img src="([^"]+)"/.exec(body)?.[1],
        transaction: plain(/<h2 id="transaction">.*?<\/section>/s.exec(body)?.[0]),
        operator: plain(/<footer><p>(.*?)<\/p>/s.exec(body)?.[1]),
      }
    }
    const src = `/api/files/${logo.hash}.png`
    expect(await shown('en')).toEqual({
      logo: src,
      transaction: 'Transaction IDWaiting for the chain',
      operator: 'Powered by Assay',
    })
    await world.services.db.system((tx) => closeRound(tx, 0))
    await world.database.query(
      `update anchor_job set state = 'FINAL', network = 'local', winner = 'C0FFEE' where chain = 'catapult'
       and commitment_id = (select parent_id from anchor_commitment where batch_id = $1)`,
      [own.batchId],
    )
    await expect
      .poll(() => shown('en'), { timeout: 5000 })
      .toMatchObject({ logo: src, transaction: 'Transaction IDC0FFEE' })
    expect(await shown('ru')).toEqual({
      logo: src,
      transaction: 'Номер транзакцииC0FFEE',
      operator: 'Работает на Assay',
    })
  })

  it('shows the default button only under its rule, and counts its clicks [VE05]', async () => {
    const { printed, secret, address } = goods.active[1]!
    expect((await page(goods.active[1]!)).body).toContain(`href="/verify/go?a=${printed}&amp;p=${secret}&amp;lang=en"`)
    const own = { hideDefaultButton: true, verified_text: 'Hello <i>', background_color: '#8a2b1f' }
    const hidden = await product(world, {
      verify_url: 'https://rimba.example/bag',
      customization: { ...newCustomization(), isDraft: false, order: [], ...own },
    })
    const { body } = await page(hidden.active[0]!)
    expect(body).not.toContain('/verify/go')
    expect(body).toContain('<h1>Hello &lt;i></h1>')
    expect(body).toContain('--accent:#8a2b1f')
    const redirect = await get(`/verify/go?a=${printed}&p=${secret}`, { 'user-agent': phone })
    expect([redirect.statusCode, redirect.headers.location]).toEqual([200, undefined])
    expect((await storedScans(world, address)).filter((row) => row.kind === 'REDIRECT')).toHaveLength(1)
    expect((await get(`/verify/go?a=${printed}&p=wrong`)).headers.location).toBe('/verify')
  })

  it('redirects to an approved host directly, and shows the destination of other addresses [VE05]', async () => {
    const own = await product(world, { verify_url: 'https://rimba.example/bag' }, ['redirect:rimba.example'])
    const { printed, secret } = own.active[0]!
    const redirect = await get(`/verify/go?a=${printed}&p=${secret}`)
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, 'https://rimba.example/bag'])

    const other = await product(world, { verify_url: 'https://rimba.example/bag?a=1&b=2' }, [
      'redirect:shop.rimba.example',
    ])
    const { active } = other
    const page = await get(`/verify/go?a=${active[0]!.printed}&p=${active[0]!.secret}&lang=ru&theme=dark`)
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(page.body).toContain('<html lang="ru" data-theme="dark">')
    expect(page.body).toContain('<h1>Вы покидаете эту страницу</h1><p class="destination">rimba.example</p>')
    expect(page.body).toContain('href="https://rimba.example/bag?a=1&#38;b=2" rel="noopener noreferrer nofollow"')
    expect(page.body).not.toMatch(/<script|http-equiv/)
  })

  it.each([
    'http://127.0.0.1:9/',
    'https://10.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'https://nas.local/',
    'http://router/',
  ])('never redirects to %s although it is stored, and shows the rest of its page [VE05]', async (address) => {
    const additions = [{ id: 'b', type: 'button', website: address, button_text: 'Our shop' }]
    const customization = { ...newCustomization(), isDraft: false, order: ['b'], website: address, additions }
    const old = await product(world, { verify_url: address, customization: { ...customization, verified_text: 'Hi' } })
    const { printed, secret } = old.active[0]!
    const { body } = await page(old.active[0]!)
    const isReadable = URL.parse(address)!.hostname.includes('.')
    if (isReadable) expect(body).toContain('<h1>Hi</h1>')
    expect(body).not.toContain(`href="${address}`)
    expect(body).not.toContain('/verify/go')
    const redirect = await get(`/verify/go?a=${printed}&p=${secret}`)
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/verify'])
  })
})

describe('limits of the verify pages', () => {
  it('responds with plain text and Retry-After when an IP opens too many pages, and with HTML to other IPs', async () => {
    const { printed, secret } = goods.active[0]!
    const open = (from: string) => get(`/verify?a=${printed}&p=${secret}`, {}, from)
    const statuses = new Set<number>()
    for (let n = 0; n < 12; n++) {
      for (const page of await Promise.all(Array.from({ length: 100 }, () => open('192.0.2.9')))) {
        statuses.add(page.statusCode)
      }
    }
    expect([...statuses]).toEqual([200])
    const refused = await open('192.0.2.9')
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await open('192.0.2.10')).statusCode).toBe(200)
  })
})

describe('invalid page addresses', () => {
  it.each([
    ['a=1&a=2', 'a'],
    [`a=${'x'.repeat(1001)}`, 'a'],
    ['a=b%00c', 'a'],
    ['a=b&p=1&p=2', 'p'],
  ])('get a page that names the invalid part for %s, in both languages', async (query, part) => {
    for (const path of ['/verify', '/verify/paper', '/verify/go', '/verify/report']) {
      for (const [language, title] of [
        ['en', 'This address cannot be read'],
        ['ru', 'Этот адрес не удаётся прочитать'],
      ] as const) {
        const { statusCode, headers, body } = await get(
          `${path}?${query}`,
          { 'accept-language': language },
          '192.0.2.77',
        )
        expect([path, statusCode, headers['content-type']]).toEqual([path, 400, 'text/html; charset=utf-8'])
        expect(body).toContain(`<h1>${title}</h1>`)
        expect(body).toContain(`<strong>${part}</strong>`)
      }
    }
  })
})
