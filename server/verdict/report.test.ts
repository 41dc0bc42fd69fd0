import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCompute } from '#server/core/process/compute.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, product } from '#server/verify/verify.fixture.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { verdictQuotas } from '#shared/verdict/quotas.ts'
import { codeFields, postReport, reportField, reportPhoto } from './shopper.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  await world?.close()
})

const send = (...parts: Buffer[]) => postReport(world, ...parts)
const casesOf = async ({ address }: PrintedCode) =>
  (await world.database.query('select * from verdict_case where address = $1 order by created_at', [address])).rows
const picture = (background = '#123456') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

test('accepts a report without a script, and creates a case with a photo that only the brand sees [VD08]', async () => {
  const mine = await product(world)
  const code = mine.active[0]!
  const form = (await world.app.inject({ url: `/verify/report?a=${code.printed}&p=${code.secret}&lang=ru` })).body
  expect(form).toContain('Сообщить о проблеме')
  expect(form).toContain('method="post"')
  // With `capture`, a phone would offer no photo that exists already.
  expect(form).not.toContain('capture')
  const response = await send(
    reportField('a', code.printed),
    reportField('p', code.secret),
    reportPhoto(await picture()),
    reportField('shop', 'Pasar <b>'),
    reportField('note', 'Smells odd'),
  )
  expect(response.statusCode).toBe(200)
  // The script on the device keeps a report until it gets this mark.
  expect(response.body).toContain('<main data-report="done">')
  const reference = /R-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(response.body)![0]
  const owner = await world.signUp({ confirmed: true, merchantId: mine.merchantId })
  const { rows } = await world.api(verdictContract, owner).cases({ query: { search: reference } })
  expect(rows).toMatchObject([
    { reference, rule: null, state: 'open', report: { shop: 'Pasar <b>', note: 'Smells odd' } },
  ])
  const { hash, ext } = rows[0]!.report!.photo!
  const photo = (token?: string) =>
    world.app.inject({ url: `/api/files/${hash}${ext}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
  expect((await photo()).statusCode).toBe(404)
  expect((await photo(owner.token)).statusCode).toBe(200)
})

test('keeps the text when a photo is rejected, and requires a text [VD08]', async () => {
  const code = (await product(world)).active[0]!
  const own = [reportField('a', code.printed), reportField('p', code.secret)]
  const rejected = await send(...own, reportPhoto(Buffer.from('<svg/>')), reportField('shop', 'Corner shop'))
  expect(rejected.statusCode).toBe(400)
  expect(rejected.body).toContain('value="Corner shop"')
  const empty = await send(...own, reportPhoto(Buffer.alloc(0), ''))
  expect([empty.statusCode, empty.body.includes('Please add a photo')]).toEqual([400, true])
  expect(empty.body).not.toContain('data-report="done"')
  // No field is required alone, but one of them is.
  expect(empty.body).toContain('A photo, a shop or a few words are enough.')
  expect(empty.body).not.toContain('optional')
  expect((await send(reportField('a', '0'.repeat(26)), reportField('note', 'x'))).statusCode).toBe(404)
  expect(await casesOf(code)).toEqual([])
})

test('decodes a photo only for a code with its secret, and keeps the text when too many photos wait [VD08]', async () => {
  const full = await testApp({ compute: openCompute({ processes: 0, waiting: 0 }) })
  const code = (await product(full)).active[0]!
  const photo = reportPhoto(await picture())
  const shopField = reportField('shop', 'Corner shop')
  const by = (...parts: Buffer[]) => postReport(full, ...parts)
  const unknown = [
    await by(photo, reportField('a', code.printed), reportField('p', code.secret), shopField),
    await by(reportField('a', code.printed), reportField('p', '0'.repeat(16)), photo, shopField),
    await by(reportField('a', '0'.repeat(26)), reportField('p', code.secret), photo, shopField),
  ]
  // A photo before its code is discarded unread, and the form shows the reason.
  expect(unknown.map(({ statusCode }) => statusCode)).toEqual([400, 404, 404])
  const busy = await by(reportField('a', code.printed), reportField('p', code.secret), photo, shopField)
  expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '10'])
  expect(busy.body).toContain('value="Corner shop"')
  await full.close()
})

test("does not use the merchant's file quota, and keeps the words when the photo quota is used up [VD08]", async () => {
  const goods = await product(world)
  const code = goods.active[0]!
  const counts = async () => {
    const { rows } = await world.database.query(
      'select name, sum(n)::int as n from quota_count where merchant_id = $1 group by name',
      [goods.merchantId],
    )
    const counts = Object.fromEntries(rows.map(({ name, n }) => [name, n])) as Record<string, number>
    return [counts.files ?? 0, counts.fileBytes ?? 0, counts.reportPhotoBytes ?? 0]
  }
  const [files, fileBytes] = await counts()
  expect((await send(...codeFields(code), reportPhoto(await picture()))).statusCode).toBe(200)
  const { size } = (await casesOf(code))[0]!.report.photo
  expect(await counts()).toEqual([files, fileBytes, size])

  const { max, perCode = 0 } = verdictQuotas.reportPhotoBytes
  const { rows } = await world.database.query('select remaining + used as granted from wallet where merchant_id = $1', [
    goods.merchantId,
  ])
  await world.database.query(`insert into quota_count values ($1, 'reportPhotoBytes', $2)`, [
    goods.merchantId,
    max + perCode * Number(rows[0]?.granted ?? 0) - size,
  ])
  const full = await send(...codeFields(code), reportPhoto(await picture()))
  expect([full.statusCode, full.body.includes('describe the problem in words')]).toEqual([409, true])
  const told = await send(...codeFields(code), reportPhoto(await picture()), reportField('note', 'Smells odd'))
  expect([told.statusCode, told.body.includes('Your photo wasn&#39;t kept')]).toEqual([200, true])
  expect((await casesOf(code)).map(({ report }) => [report.note, report.photo !== null])).toEqual([
    ['', true],
    ['Smells odd', false],
  ])
})

test('accepts no more reports about a code when twenty of one day are open [VD08]', async () => {
  const goods = await product(world)
  const code = goods.active[0]!
  // The limit of calls counts networks.
  const report = (n: number) =>
    postReport(
      { app: world.app, remoteAddress: `10.9.${n}.1` },
      ...[...codeFields(code), reportField('note', `Report ${n}`), reportField('key', `${n}`)],
    )
  for (let n = 0; n < 19; n++) expect((await report(n)).statusCode).toBe(200)
  const two = await Promise.all([report(20), report(21)])
  expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const rejected = two.find(({ statusCode }) => statusCode === 409)!
  expect(rejected.body).toContain('Please send yours tomorrow')
  expect(rejected.body).toMatch(/>Report 2[01]</)
  // One that is sent again is stored already.
  expect((await report(0)).statusCode).toBe(200)
  expect(await casesOf(code)).toHaveLength(20)
  await world.database.query(
    `update verdict_case set state = 'closed', reason = 'other' where id = (select id from verdict_case where address = $1 limit 1)`,
    [code.address],
  )
  expect((await report(22)).statusCode).toBe(200)
})

test('keeps all of a note of a thousand letters with line breaks, and cuts no emoji in half [VD08]', async () => {
  const code = (await product(world)).active[0]!
  // A browser counts a line break as one letter, and sends CRLF.
  const note = `${'line\n'.repeat(199)}five!`
  expect(note.length).toBeLessThanOrEqual(1000)
  expect((await send(...codeFields(code), reportField('note', note.replaceAll('\n', '\r\n')))).statusCode).toBe(200)
  const photo = reportPhoto(await picture(), `${'\u{1F375}'.repeat(128)}.png`.slice(1))
  const long = await send(...codeFields(code), photo, reportField('note', `${'x'.repeat(999)}\u{1F375}`))
  expect(long.statusCode).toBe(200)
  const reports = (await casesOf(code)).map(({ report }) => report)
  expect(reports[0].note).toBe(note)
  expect(reports[1].note).toHaveLength(1000)
  expect(reports[1].photo.name.isWellFormed()).toBe(true)
})

test('shows a page with the reason when a report is rejected before it is read [VD08]', async () => {
  const send = (language: string) =>
    world.app.inject({
      method: 'POST',
      url: '/verify/report',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': language },
      payload: '--x--\r\n',
      remoteAddress: '10.77.1.1',
    })
  for (let n = 0; n < 20; n++) await send('en')
  for (const [language, reason] of [
    ['en', 'Too many reports are being sent from your network'],
    ['ru', 'Из вашей сети отправляют слишком много сообщений'],
  ] as const) {
    const { statusCode, headers, body } = await send(language)
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toContain(reason)
  }
})
