import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import type { Proof } from '#shared/anchoring/contract.ts'
import { rootFromPath } from '#shared/anchoring/merkle.ts'
import { type VerifyResponse, verifyContract } from '#shared/verify/contract.ts'
import { scanStatement } from './scans/scan-statement.ts'
import { type Product, product, storedScans } from './verify.fixture.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

let world: TestApp
let goods: Product

beforeAll(async () => {
  world = await testApp()
  goods = await product(world, { verify_url: 'https://rimba.example/bag' })
})
afterAll(async () => {
  await world?.close()
})

const verify = (query: { a?: string; address?: string; p?: string }): Promise<VerifyResponse> =>
  world.api(verifyContract).verify({ query })

const scans = (address: string) => storedScans(world, address)

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '81.2.69.160') =>
  world.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('the verify call [VE02]', () => {
  it('returns the product of an active code, by a, by address, as one word and in lower case', async () => {
    const { printed, secret } = goods.active[0]!
    // Only the first scan knows of no other.
    await verify({ a: printed, p: secret })
    const answer = await verify({ a: printed, p: secret })
    expect(answer).toMatchObject({ verified: true, verdict: 'genuine', expired: false, verifiedBusiness: true })
    expect(answer.product).toMatchObject({ name: 'Bag', trademark: 'RIMBA' })
    expect(JSON.parse(answer.transaction!.message.payload)).toMatchObject({ Material: 'Leather' })
    expect(await verify({ address: printed.toLowerCase(), p: secret.toLowerCase() })).toEqual(answer)
    expect(await verify({ a: printed + secret })).toEqual(answer)
  })

  it('distinguishes inactive, expired, unknown and tampered codes, and reveals nothing about them [VE04]', async () => {
    const { printed, secret } = goods.active[1]!
    expect(await verify({ a: goods.inactive.printed, p: goods.inactive.secret })).toMatchObject({
      verified: false,
      verdict: 'not_active',
    })
    const wrong = secret.startsWith('0') ? `1${secret.slice(1)}` : `0${secret.slice(1)}`
    for (const query of [{ a: printed }, { a: printed, p: wrong }, { a: '0'.repeat(26), p: secret }]) {
      expect(await verify(query)).toMatchObject({ verdict: 'unknown', damage: null, product: null, transaction: null })
    }
    for (const [query, kind, letters] of [
      [{ a: printed, p: secret.slice(1) }, 'short', 41],
      [{ a: `${printed}${secret}7` }, 'long', 43],
      [{ a: `${printed}${secret}`.repeat(2) }, 'doubled', 84],
      [{ a: 'x' }, 'short', 1],
      [{}, 'short', 0],
    ] as const) {
      const answer = await verify(query)
      expect(answer).toMatchObject({ verdict: 'damaged', damage: { kind, letters }, product: null, transaction: null })
      expect(answer.summary.standing).toBe('damaged')
    }
    const old = await product(world)
    await world.database.query(
      "insert into wallet (merchant_id, remaining, expires_at) values ($1, 0, now() - interval '1 day')",
      [old.merchantId],
    )
    const answer = await verify({ a: old.active[0]!.printed, p: old.active[0]!.secret })
    expect(answer).toMatchObject({ verified: false, expired: true, verdict: 'expired', transaction: null })
  })

  it('codes expire exactly with the credit of their brand [VE10]', async () => {
    const verdictAfter = async (span: string) => {
      const own = await product(world)
      await world.database.query(
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

  it('chips follow the chains: final and recomputed is a success, a changed tree is a failure [VE03]', async () => {
    const other = await product(world)
    const [first, second] = other.active
    const chips = async (code = first!) => (await verify({ a: code.printed, p: code.secret })).verifyStatus
    expect(await chips()).toMatchObject({ catapult: { state: 'PENDING' }, bitcoin: { state: 'PENDING' } })
    await world.services.db.system((tx) => closeRound(tx, 0))
    const ofBatch = 'commitment_id = (select parent_id from anchor_commitment where batch_id = $1)'
    await world.database.query(
      `update anchor_job set state = 'FINAL', network = 'local', winner = 'AB' where ${ofBatch}`,
      [other.batchId],
    )
    await expect
      .poll(() => chips(), { timeout: 5000 })
      .toMatchObject({ catapult: { state: 'SUCCESS', network: 'local' } })
    expect(await chips()).toMatchObject({ bitcoin: { state: 'PENDING' } })
    await world.database.query(
      'update anchor_commitment set levels = set_byte(levels, 0, 255 - get_byte(levels, 0)) where batch_id = $1',
      [other.batchId],
    )
    await expect.poll(() => chips(second), { timeout: 5000 }).toMatchObject({ catapult: { state: 'FAILED' } })
  })

  it("stores every scan before it responds, with the system and without the visitor's address [VE09]", async () => {
    const code = goods.active[2]!
    const url = `/api/tag/verify?a=${code.printed}&p=${code.secret}`
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(url, { 'user-agent': iPhone })))
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
    const rows = await scans(code.address)
    expect(rows).toHaveLength(40)
    expect(rows[0]).toMatchObject({ kind: 'VERIFY', verdict: 'genuine', os: 'iOS', merchantId: goods.merchantId })
    const { rows: stored } = await world.database.query(
      `select scan::text || memory::text || place::text as text from scan
       join recent_visits memory using (address) join scan_place place on place.id = place_id where address = $1`,
      [code.address],
    )
    expect(stored).toHaveLength(40)
    expect(JSON.stringify(stored)).not.toContain('81.2.69')
  })

  it('finds a code by its keys only, with a generic plan [VE02]', async () => {
    const { rows } = await world.services.db.publicPool.query(`explain (generic_plan) ${scanStatement.text}`)
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

  it('counts redirects, and only genuine codes redirect [VE09]', async () => {
    const { printed, secret, address } = goods.active[0]!
    const { redirect } = world.api(verifyContract)
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

  it('limits wrong codes of a network, and still verifies codes with their secret from the same IP', async () => {
    const { printed, secret } = goods.active[0]!
    const guess = (from: string) => get(`/api/tag/verify?a=${randomUUID()}`, {}, from)
    for (let i = 0; i < 30; i++) expect((await guess(`9.9.9.${i}`)).statusCode).toBe(200)
    expect((await guess('9.9.9.200')).statusCode).toBe(429)
    expect((await guess('::ffff:9.9.9.200')).statusCode).toBe(429)
    expect((await get(`/api/tag/verify?a=${printed}`, {}, '9.9.9.9')).statusCode).toBe(429)
    expect((await get(`/api/tag/verify?a=${printed}&p=${secret}`, {}, '9.9.9.9')).statusCode).toBe(200)
    expect((await guess('9.9.10.9')).statusCode).toBe(200)
  })

  it('counts no damaged code as a guess', async () => {
    const { printed, secret } = goods.active[0]!
    const from = '9.9.11.9'
    for (let i = 0; i < 40; i++) {
      expect((await get(`/api/tag/verify?a=${printed}${secret.slice(1)}`, {}, from)).json().verdict).toBe('damaged')
    }
    expect((await get(`/api/tag/verify?a=${printed}`, {}, from)).statusCode).toBe(200)
  })

  it('reads a code that a scanner typed on a German keyboard', async () => {
    for (const { printed, secret } of goods.active) {
      const typed = `${printed}${secret}`.replace(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'))
      expect(await verify({ a: typed })).toMatchObject({ verdict: 'genuine' })
    }
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

describe('redirects [VE05]', () => {
  it('happen automatically only for a host that an administrator approved', async () => {
    const url = 'https://rimba.example/bag'
    const approved = await product(world, { verify_url: url }, ['redirect:rimba.example'])
    const [code] = approved.active
    expect(await verify({ a: code!.printed, p: code!.secret })).toMatchObject({ verify_url: url, autoRedirect: true })
    const { printed, secret } = goods.active[0]!
    expect(await verify({ a: printed, p: secret })).toMatchObject({ verify_url: url, autoRedirect: false })
    const script = await product(world, { verify_url: 'javascript:alert(1)' }, ['redirect:'])
    expect(await verify({ a: script.active[0]!.printed, p: script.active[0]!.secret })).toMatchObject({
      verify_url: null,
    })
  })
})

describe('proofs [VE03]', () => {
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
