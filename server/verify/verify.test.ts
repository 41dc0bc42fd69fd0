import { randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import type { Proof } from '#shared/anchoring/contract.ts'
import { rootFromPath } from '#shared/anchoring/merkle.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import { type VerifyAnswer, verifyContract } from '#shared/verify/contract.ts'
import { previewPath } from '#shared/verify/preview.ts'
import { SCAN } from './scans/scan-statement.ts'
import { type Product, product, storedScans } from './verify.fixture.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

let test: TestApp
let goods: Product

beforeAll(async () => {
  test = await testApp()
  goods = await product(test, { verify_url: 'https://rimba.example/bag' })
})
afterAll(async () => {
  await test?.close()
})

const verify = (query: { a?: string; address?: string; p?: string }): Promise<VerifyAnswer> =>
  test.api(verifyContract).verify({ query })

const scans = (address: string) => storedScans(test, address)

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '81.2.69.160') =>
  test.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('VE02 the verify call', () => {
  it('returns the product of an active code, by a, by address, as one word and in lower case', async () => {
    const { printed, secret } = goods.active[0]!
    const answer = await verify({ a: printed, p: secret })
    expect(answer).toMatchObject({ verified: true, verdict: 'genuine', expired: false, verifiedBusiness: true })
    expect(answer.product).toMatchObject({ name: 'Bag', trademark: 'RIMBA' })
    expect(JSON.parse(answer.transaction!.message.payload)).toMatchObject({ Material: 'Leather' })
    expect(await verify({ address: printed.toLowerCase(), p: secret.toLowerCase() })).toEqual(answer)
    expect(await verify({ a: printed + secret })).toEqual(answer)
  })

  it('VE04 tells inactive, expired, unknown and tampered codes apart, and reveals nothing about them', async () => {
    const { printed, secret } = goods.active[1]!
    expect(await verify({ a: goods.inactive.printed, p: goods.inactive.secret })).toMatchObject({
      verified: false,
      verdict: 'not_active',
    })
    const wrong = secret.startsWith('0') ? `1${secret.slice(1)}` : `0${secret.slice(1)}`
    for (const query of [{ a: printed }, { a: printed, p: wrong }, { a: '0'.repeat(26), p: secret }, { a: 'x' }, {}]) {
      expect(await verify(query)).toMatchObject({ verdict: 'unknown', product: null, transaction: null })
    }
    const old = await product(test)
    await test.database.query(
      "insert into wallet (merchant_id, remaining, expires_at) values ($1, 0, now() - interval '1 day')",
      [old.merchantId],
    )
    const answer = await verify({ a: old.active[0]!.printed, p: old.active[0]!.secret })
    expect(answer).toMatchObject({ verified: false, expired: true, verdict: 'expired', transaction: null })
  })

  it('VE10 codes expire exactly with the credit of their brand', async () => {
    const verdictAfter = async (span: string) => {
      const own = await product(test)
      await test.database.query(
        'insert into wallet (merchant_id, remaining, expires_at) values ($1, 0, now() + $2::interval)',
        [own.merchantId, span],
      )
      const { printed, secret } = own.active[0]!
      const { verified, expired, verdict } = await verify({ a: printed, p: secret })
      return { verified, expired, verdict }
    }
    expect(await verdictAfter('1 minute')).toEqual({ verified: true, expired: false, verdict: 'genuine' })
    expect(await verdictAfter('-1 millisecond')).toEqual({ verified: false, expired: true, verdict: 'expired' })
  })

  it('VE03 chips follow the chains: final and recomputed is a success, a changed tree is a failure', async () => {
    const other = await product(test)
    const [first, second] = other.active
    const chips = async (code = first!) => (await verify({ a: code.printed, p: code.secret })).verifyStatus
    expect(await chips()).toMatchObject({ catapult: { state: 'PENDING' }, bitcoin: { state: 'PENDING' } })
    await test.services.db.system((tx) => closeRound(tx, 0))
    const ofBatch = 'commitment_id = (select parent_id from anchor_commitment where batch_id = $1)'
    await test.database.query(
      `update anchor_job set state = 'FINAL', network = 'local', winner = 'AB' where ${ofBatch}`,
      [other.batchId],
    )
    await expect
      .poll(() => chips(), { timeout: 5000 })
      .toMatchObject({ catapult: { state: 'SUCCESS', network: 'local' } })
    expect(await chips()).toMatchObject({ bitcoin: { state: 'PENDING' } })
    await test.database.query(
      'update anchor_commitment set levels = set_byte(levels, 0, 255 - get_byte(levels, 0)) where batch_id = $1',
      [other.batchId],
    )
    await expect.poll(() => chips(second), { timeout: 5000 }).toMatchObject({ catapult: { state: 'FAILED' } })
  })

  it("VE09 stores every scan before it responds, with the operating system and without the visitor's address", async () => {
    const code = goods.active[2]!
    const url = `/api/tag/verify?a=${code.printed}&p=${code.secret}`
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(url, { 'user-agent': iPhone })))
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
    const rows = await scans(code.address)
    expect(rows).toHaveLength(40)
    expect(rows[0]).toMatchObject({ kind: 'VERIFY', verdict: 'genuine', os: 'iOS', merchantId: goods.merchantId })
    const { rows: stored } = await test.database.query(
      `select scan::text || memory::text || place::text as text from scan
       join recent_visits memory using (address) join scan_place place on place.id = place_id where address = $1`,
      [code.address],
    )
    expect(stored).toHaveLength(40)
    expect(JSON.stringify(stored)).not.toContain('81.2.69')
  })

  it('VE02 finds a code by its keys only, with a generic plan', async () => {
    const { rows } = await test.services.db.publicPool.query(`explain (generic_plan) ${SCAN.text}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const tables = [
      'code',
      'code_order',
      'wallet',
      'activation',
      'code_mark',
      'code_visits',
      'recent_visits_3',
      'logistic_item',
    ]
    for (const table of tables) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using \\w+ on ${table}\\b`))
    }
    expect(plan).toContain('Conflict Arbiter Indexes: recent_visits_address_run_pk')
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Hash|Merge|Materialize/)
  })

  it('VE09 counts redirects, and only genuine codes redirect', async () => {
    const { printed, secret, address } = goods.active[0]!
    const { redirect } = test.api(verifyContract)
    expect(await redirect({ query: { a: printed, p: secret } })).toEqual({
      ok: true,
      verify_url: 'https://rimba.example/bag',
    })
    expect(await redirect({ query: { a: printed } })).toEqual({ ok: false, verify_url: null })
    // The scan without the secret is stored after its response.
    await expect
      .poll(async () => (await scans(address)).filter((row) => row.kind === 'REDIRECT').map((row) => row.verdict))
      .toEqual(['genuine', 'unknown'])
  })

  it('limits wrong codes of a network, and still answers codes with their secret from the same address', async () => {
    const { printed, secret } = goods.active[0]!
    const guess = (from: string) => get(`/api/tag/verify?a=${randomUUID()}`, {}, from)
    for (let i = 0; i < 30; i++) expect((await guess(`9.9.9.${i}`)).statusCode).toBe(200)
    expect((await guess('9.9.9.200')).statusCode).toBe(429)
    expect((await guess('::ffff:9.9.9.200')).statusCode).toBe(429)
    expect((await get(`/api/tag/verify?a=${printed}`, {}, '9.9.9.9')).statusCode).toBe(429)
    expect((await get(`/api/tag/verify?a=${printed}&p=${secret}`, {}, '9.9.9.9')).statusCode).toBe(200)
    expect((await guess('9.9.10.9')).statusCode).toBe(200)
  })

  it('limits wrong codes of an IPv6 /64, and of its /48 at ten times the limit', async () => {
    const guess = (from: string) => get(`/api/tag/verify?a=${randomUUID()}`, {}, from)
    const statuses = new Set<number>()
    for (let net = 0; net < 10; net++) {
      for (let i = 0; i < 30; i++) statuses.add((await guess(`2001:db8:5:${net}::${i}`)).statusCode)
    }
    expect([...statuses]).toEqual([200])
    expect((await guess('2001:db8:5:0::ffff')).statusCode).toBe(429)
    expect((await guess('2001:db8:5:77::1')).statusCode).toBe(429)
    expect((await guess('2001:db8:6:77::1')).statusCode).toBe(200)
  })
})

describe('VE05 redirects', () => {
  it('happen automatically only for a host that an administrator approved', async () => {
    const url = 'https://rimba.example/bag'
    const approved = await product(test, { verify_url: url }, ['redirect:rimba.example'])
    const [code] = approved.active
    expect(await verify({ a: code!.printed, p: code!.secret })).toMatchObject({ verify_url: url, autoRedirect: true })
    const { printed, secret } = goods.active[0]!
    expect(await verify({ a: printed, p: secret })).toMatchObject({ verify_url: url, autoRedirect: false })
    const script = await product(test, { verify_url: 'javascript:alert(1)' }, ['redirect:'])
    expect(await verify({ a: script.active[0]!.printed, p: script.active[0]!.secret })).toMatchObject({
      verify_url: null,
    })
  })
})

describe('VE01 the page', () => {
  const page = ({ printed, secret }: { printed: string; secret: string }, more = '') =>
    get(`/verify?a=${printed}&p=${secret}${more}`, { 'accept-language': 'en' })

  it('shows the verdict without a script, and a payload cannot break out of its element', async () => {
    const { body, headers } = await page(goods.active[0]!)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>Pass!</h1>')
    expect(body).toContain('This product is a genuine product')
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
      expect(body).toContain('Это подлинный товар')
    }
    expect((await get(`/V/${printed}${secret}?lang=en&theme=bnw`, russian)).body).toContain(
      '<html lang="en" data-theme="bnw">',
    )
  })

  it('VE04 shows one of three messages when it cannot verify', async () => {
    expect((await page(goods.inactive)).body).toContain('<h1>This code is not yet activated</h1>')
    expect((await page({ printed: '"><img src=x>', secret: '' })).body).toContain('<h1>This code is not valid</h1>')
    expect((await page({ printed: '"><img src=x>', secret: '' })).body).not.toContain('<img src=x')
    const old = await product(test)
    await test.database.query(
      "insert into wallet (merchant_id, remaining, expires_at) values ($1, 0, now() - interval '1 day')",
      [old.merchantId],
    )
    expect((await page(old.active[0]!)).body).toContain("<h1>We can't verify the product</h1>")
  })

  it('VE05 shows the default button only under its rule, and counts its clicks', async () => {
    const { printed, secret, address } = goods.active[1]!
    expect((await page(goods.active[1]!)).body).toContain(`href="/verify/go?a=${printed}&amp;p=${secret}&amp;lang=en"`)
    const own = { hideDefaultButton: true, verified_text: 'Hello <i>', background_color: '#8a2b1f' }
    const hidden = await product(test, {
      verify_url: 'https://rimba.example/bag',
      customization: { ...newCustomization(), ...{ isDraft: false, order: [] }, ...own },
    })
    const { body } = await page(hidden.active[0]!)
    expect(body).not.toContain('/verify/go')
    expect(body).toContain('<h1>Hello &lt;i></h1>')
    expect(body).toContain('--accent:#8a2b1f')
    const redirect = await get(`/verify/go?a=${printed}&p=${secret}`)
    expect([redirect.statusCode, redirect.headers.location]).toEqual([200, undefined])
    expect((await scans(address)).filter((row) => row.kind === 'REDIRECT')).toHaveLength(1)
    expect((await get(`/verify/go?a=${printed}&p=wrong`)).headers.location).toBe('/verify')
  })

  it('VE05 redirects to an approved host directly, and shows the destination of other addresses', async () => {
    const own = await product(test, { verify_url: 'https://rimba.example/bag' }, ['redirect:rimba.example'])
    const { printed, secret } = own.active[0]!
    const redirect = await get(`/verify/go?a=${printed}&p=${secret}`)
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, 'https://rimba.example/bag'])

    const other = await product(test, { verify_url: 'https://rimba.example/bag?a=1&b=2' }, [
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
  ])('VE05 never redirects to %s although it is stored, and shows the rest of its page', async (address) => {
    const additions = [{ id: 'b', type: 'button', website: address, button_text: 'Our shop' }]
    const customization = { ...newCustomization(), isDraft: false, order: ['b'], website: address, additions }
    const old = await product(test, { verify_url: address, customization: { ...customization, verified_text: 'Hi' } })
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

describe('VE03 proofs', () => {
  it.skipIf(!hasReference)(
    'return the exact payload, a path that leads to the root, and a file that the reference library reads',
    async () => {
      const { printed, secret } = goods.active[1]!
      const proof: Proof = (await get(`/api/proof/${printed}?p=${secret}`)).json()
      const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
        new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const entry = Uint8Array.from(Buffer.from(`00${proof.digest}${proof.address}`, 'hex'))
      const path = proof.path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash, 'hex') }))
      expect(Buffer.from(await rootFromPath(await sha256(entry), path, sha256)).toString('hex')).toBe(proof.root)
      expect((await get(`/api/proof/${printed}/payload?p=${secret}`)).rawPayload.toString('base64')).toBe(proof.payload)

      const file = await get(`/api/proof/${printed}.ots?p=${secret}`)
      expect(file.headers['content-disposition']).toBe(`attachment; filename="${printed}.ots"`)
      const [read] = readWithReference([file.rawPayload])
      expect(read).toMatchObject({
        ok: true,
        digest: proof.digest,
        attestations: [{ kind: 'pending', message: proof.root }],
      })
      const pending = await get(`/timestamp/${proof.root}`)
      expect([pending.statusCode, pending.body]).toEqual([404, 'Pending confirmation in the Bitcoin blockchain'])
    },
  )

  it('are not available for inactive codes', async () => {
    const { secret } = goods.inactive
    for (const code of [goods.inactive.printed, 'nonsense', '0'.repeat(26)]) {
      expect((await get(`/api/proof/${code}?p=${secret}`)).statusCode).toBe(404)
      expect((await get(`/api/proof/${code}.ots?p=${secret}`)).statusCode).toBe(404)
    }
  })
})

describe('limits of the verify pages', () => {
  it('responds with plain text and Retry-After to an address that opens too many, and with pages to others', async () => {
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
    [`a=${'x'.repeat(201)}`, 'a'],
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
