import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#client/core/http/api.ts'
import { demoHeader } from '#server/core/auth/callers.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { calibrationRoute, imageRoute, labelContract, sheetRoute, zplRoute } from '#shared/label/contract.ts'
import type { LabelText } from '#shared/label/label-text.ts'
import { linesOfLabel, placeLabel, slotsOf } from '#shared/label/layout.ts'
import { sheetNames, sheets } from '#shared/label/sheets.ts'
import { printedLetters } from './codes.ts'
import { boundsOf, graphicRows, lettersIn, unzip } from './label-files.fixture.ts'
import { codesIn, pagesOf, pixelsOf, rasterize } from './rendered-files.fixture.ts'
import { openScanner } from './scanner.fixture.ts'

/** More than the largest sheet holds. */
const labels = 90
/** Dots per module on printed sheets; dots per inch for single labels: coarser than office printers. */
const moduleDots = 4
const coarse = 150

const scanner = openScanner()
let world: TestApp
let person: Person
let id: string
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 1_000 })
  id = await orderOf(world, person, await productOf(world, person), labels)
  await generate(world, id)
  codes = await printedCodes(world, id)
})
afterAll(async () => {
  await scanner.close()
  await world.close()
})

const download = (route: Route, query: object, { params = { id }, who = person } = {}) =>
  world.app.inject({
    url: urlOf(route, { params, query: query as Record<string, unknown> }),
    headers: { authorization: `Bearer ${who.token}` },
  })
const rename = (name: string) =>
  world.database.query('update sku set name = $2 where id = (select sku_id from code_order where id = $1)', [id, name])
const print = async (query: object) => {
  const answer = await download(sheetRoute, query)
  expect(answer.statusCode).toBe(200)
  return pagesOf(answer.rawPayload)
}

test.each(sheetNames)('prints sheets whose codes a scanner reads (%s) [CO04]', async (name) => {
  const sheet = sheets[name]
  const count = slotsOf(sheet) + 1
  const text: LabelText = { serial: true, code: 42, name: 'Tea' }
  const placement = placeLabel(sheet, 33, text)!
  const dpi = Math.ceil((moduleDots * 25.4) / placement.module)
  const pages = await print({ sheet: name, name: 'true', limit: count })
  expect(pages).toHaveLength(2)
  const papers = [await scanner.scan(pages[0]!, dpi), await scanner.scan(pages[1]!, dpi)]
  const read = papers.flatMap((paper) => paper.codes)
  expect(read.toSorted()).toEqual(codes.slice(0, count).toSorted())
  expect(papers.flatMap(({ texts }) => texts)).toEqual(
    codes
      .slice(0, count)
      .flatMap((url, at) => linesOfLabel(text, placement, { serialNo: String(at + 1), code: printedLetters(url) })),
  )
})

test('starts sheets at the chosen label, prints the chosen range, and shifts by the printer’s drift [CO04]', async () => {
  const range = { start: 20, from: 5, limit: 2, code: 'false' }
  const [page, ...more] = await print({ sheet: 'L7160', ...range, shiftX: 2, shiftY: -1 })
  expect(more).toEqual([])
  const paper = rasterize(page!, coarse)
  expect((await scanner.scan(page!, coarse)).codes.toSorted()).toEqual(codes.slice(4, 6).toSorted())
  expect(paper.texts).toEqual(['5', '6'])
  const inked = boundsOf(paper)
  const perMm = coarse / 25.4
  // Labels 20 and 21 are the last two of the last row.
  expect(inked.left / perMm).toBeGreaterThan(7.21 + 66.04 + 2)
  expect(inked.top / perMm).toBeGreaterThan(15.15 + 6 * 38.1 - 1)
  expect((await print({ sheet: 'L7160', start: 21, limit: 2 })).length).toBe(2)
})

test('prints codes in the chosen size, and a calibration page without a code [CO04]', async () => {
  const [page] = await print({ sheet: 'L7163', limit: 1, serial: 'false', code: 'false', size: 25 })
  const { left, right, top, bottom } = boundsOf(rasterize(page!, coarse))
  expect(((right - left) / coarse) * 25.4).toBeCloseTo(25, 0)
  expect(((bottom - top) / coarse) * 25.4).toBeCloseTo(25, 0)
  const answer = await download(calibrationRoute, { sheet: 'L7163' })
  expect(rasterize(pagesOf(answer.rawPayload)[0]!, coarse).texts).toContain('100 mm')
})

test.each(['Чай «Высокогорный» № 5', 'Ấm trà Ωμέγα Łódź'])(
  'draws the name %s as text that can be copied, and codes beside it are readable [CO04]',
  async (name) => {
    await rename(name)
    const [page] = await print({ sheet: 'L7163', limit: 2, name: 'true', serial: 'false', code: 'false' })
    await rename('Tea')
    const paper = rasterize(page!, coarse)
    expect(paper.texts.join('')).toBe(name + name)
    expect((await codesIn(paper)).toSorted()).toEqual(codes.slice(0, 2).toSorted())
  },
)

test('wraps a name, and cuts one that is longer than three lines [CO04]', async () => {
  await rename('Шёлковый платок ручной работы, подарочный набор '.repeat(4).trim())
  const [page] = await print({ sheet: 'L7651', limit: 1, name: 'true', serial: 'false', code: 'false' })
  await rename('Tea')
  const { texts } = rasterize(page!, coarse)
  // The space is in the font of Latin letters, so a line has several parts.
  expect(texts.join('')).toMatch(/^Шёлковый ?платок ?ручной.*…$/)
})

test.each(['svg', 'png'] as const)(
  'a ZIP of %s images: each image contains the code of the manifest [CO04]',
  async (image) => {
    const answer = await download(imageRoute, { image, limit: 12, size: 12 })
    const files = unzip(answer.rawPayload)
    const [head, ...rows] = files.get('manifest.csv')!.toString().trimEnd().split('\r\n')
    expect(head).toBe('File,Serial No,Codes')
    expect(rows.map((row) => row.split(',')[2])).toEqual(codes.slice(0, 12))
    expect(files.size).toBe(13)
    for (const row of rows) {
      const [name, serial, url] = row.split(',')
      expect(name).toContain(`-${serial!.padStart(7, '0')}.${image}`)
      expect(await codesIn(await pixelsOf(files.get(name!)!, image))).toEqual([url])
    }
  },
)

test('writes a PNG with one bit per pixel, its physical size and whole pixels per module [CO04]', async () => {
  const files = unzip((await download(imageRoute, { image: 'png', limit: 1, size: 25 })).rawPayload)
  const [png] = files.values()
  // From the header: width, bits per pixel.
  const [width, bits] = [png!.readUInt32BE(16), png![24]!]
  expect(bits).toBe(1)
  expect(width % (33 + 2 * 4)).toBe(0)
  const { density } = await sharp(png).metadata()
  expect((((width / 41) * 33) / density!) * 25.4).toBeCloseTo(25, 1)
})

test.each(['203', '300', '600'] as const)(
  'ZPL for %s dpi contains every code and stays within its label [CO04]',
  async (dpi) => {
    await rename('^XA~_Té')
    const { body } = await download(zplRoute, { dpi, width: 50, height: 30, name: 'true' })
    await rename('Tea')
    const formats = body.split('^XZ\n').slice(0, -1)
    expect(formats).toHaveLength(labels)
    const dots = (mm: number) => mm * (dpi === '203' ? 8 : Number(dpi) / 25.4)
    for (const [at, format] of formats.entries()) {
      const [, x, y, magnification, url] = /\^FO(\d+),(\d+)\^BQN,2,(\d+)\^FDMM,A(.*)\^FS/.exec(format)!
      expect(url).toBe(codes[at])
      expect(format.match(/\^XA/g)).toHaveLength(1)
      expect(format).toContain(`^FD${at + 1}^FS`)
      expect(format).toContain('^FD_5EXA_7E_5FTé^FS')
      expect(lettersIn(format)).toBe(codes[at]!.slice(-42))
      const [module, quiet] = [Number(magnification), 4 * Number(magnification) - 1]
      const side = 33 * module
      expect(module).toBeLessThanOrEqual(10)
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(quiet)
      expect(Number(x) + side + quiet).toBeLessThanOrEqual(Math.ceil(dots(50)))
      expect(Number(y) + side + quiet).toBeLessThanOrEqual(Math.ceil(dots(30)))
    }
  },
)

test.each(['Чай', '隱山紅茶', 'תה ירוק', 'C:\\tea\\new ^FS~JA _41', 'Tea 🍃'])(
  'contains the name %s as a picture in ZPL, because the printer’s font prints it differently [CO04]',
  async (name) => {
    await rename(name)
    const { body } = await download(zplRoute, {
      dpi: '300',
      width: 50,
      height: 30,
      name: 'true',
      code: 'false',
      limit: 1,
    })
    await rename('Tea')
    const [, bytes, perRow, data] = /\^FO\d+,\d+\^GFA,\d+,(\d+),(\d+),([^^]*)\^FS/.exec(body)!
    const rows = graphicRows(data!, Number(perRow) * 2)
    expect(rows).toHaveLength(Number(bytes) / Number(perRow))
    const dark = rows.join('').replace(/0/g, '').length
    expect(dark).toBeGreaterThan(20)
    expect(body).not.toContain(name)
  },
)

test('names the letters of a product that no font has before labels are printed [CO04]', async () => {
  const sample = () => world.api(labelContract, person).sample({ params: { id }, query: {} })
  expect((await sample()).missing_letters).toEqual([])
  await rename('Tea ᠮᠣᠩ 隱')
  expect((await sample()).missing_letters).toEqual(['ᠮ', 'ᠣ', 'ᠩ'])
  await rename('Tea')
})

test.each(['隱山紅茶 100 克', 'شاي أخضر', 'ចំការ', 'Green 🍃 Tea'])(
  'draws the name %s as outlines, and codes beside it are readable [CO04]',
  async (name) => {
    await rename(name)
    const [page] = await print({ sheet: 'L7163', limit: 2, name: 'true', serial: 'false', code: 'false' })
    await rename('Tea')
    expect(page!.content.match(/\/Span <</g)).toHaveLength(2)
    expect((await codesIn(rasterize(page!, coarse))).toSorted()).toEqual(codes.slice(0, 2).toSorted())
  },
)

test('rejects labels as the list is rejected: too many, none, too large, or foreign ones [CO04 CO10]', async () => {
  const errorCode = async (route: Route, query: object, options = {}) =>
    (await download(route, query, options)).json().error
  const sheet = 'L7160'
  expect(await errorCode(sheetRoute, { sheet, limit: labels + 1 })).toBe('order.tooMany')
  expect(await errorCode(sheetRoute, { sheet, from: 80, limit: 12 })).toBe('order.tooMany')
  expect(await errorCode(sheetRoute, { sheet, type: 'active' })).toBe('order.noCodes')
  expect(await errorCode(sheetRoute, { sheet, from: labels + 1 })).toBe('order.noCodes')
  expect(await errorCode(sheetRoute, { sheet, size: 60 })).toBe('label.tooLarge')
  expect(await errorCode(zplRoute, { width: 50, height: 30, size: 31 })).toBe('label.tooLarge')
  expect(await errorCode(sheetRoute, { sheet, start: 22 })).toBe('label.noPosition')
  const other = await world.approvedMerchant()
  for (const [route, query] of [
    [sheetRoute, { sheet }],
    [imageRoute, { image: 'png' }],
    [zplRoute, { width: 50, height: 30 }],
  ] as const) {
    expect((await download(route, query, { who: other })).statusCode).toBe(404)
  }
  await expect(world.api(labelContract, other).sample({ params: { id }, query: {} })).rejects.toMatchObject({
    status: 404,
  })
})

test('rejects an order that exceeds one file, and prints a range of it [CO04]', async () => {
  const owner = await world.approvedMerchant({ credit: 20_000 })
  const big = await orderOf(world, owner, await productOf(world, owner), 10_050)
  await generate(world, big)
  const at = { params: { id: big }, who: owner }
  const rejected = (await download(sheetRoute, { sheet: 'L7651' }, at)).json()
  expect(rejected.error).toBe('label.tooMany')
  expect(rejected.message).toContain('10000')
  const last = await download(sheetRoute, { sheet: 'L7651', from: 10_001, code: 'false' }, at)
  expect(rasterize(pagesOf(last.rawPayload)[0]!, 72).texts).toEqual(
    Array.from({ length: 50 }, (_, n) => String(10_001 + n)),
  )
})

test('records the printed labels in the audit trail, and prints the first chosen code as the sample [CO04]', async () => {
  await download(zplRoute, { width: 50, height: 30, from: 3, limit: 7 })
  const { rows } = await world.database.query(
    `select data from audit_entry where action = 'order.labels' and subject = $1 order by seq desc limit 1`,
    [id],
  )
  expect(rows[0].data).toEqual({ format: 'zpl', type: 'all', from: 3, amount: 7 })
  const sample = await world.api(labelContract, person).sample({ params: { id }, query: { from: 3 } })
  expect(sample).toMatchObject({ serial_no: 3, url: codes[2], modules: 33 })
})

test('limits a file of the demo to one page [CO04]', async () => {
  await world.database.query('update merchant set is_demo = true where id = $1', [person.merchantId])
  const look = async (route: Route, query: Record<string, unknown>) =>
    (await world.app.inject({ url: urlOf(route, { params: { id }, query }), headers: { [demoHeader]: '1' } }))
      .rawPayload
  const pages = pagesOf(await look(sheetRoute, { sheet: 'L7160', start: 20, limit: labels, code: 'false' }))
  expect(pages.map((page) => rasterize(page, coarse).texts)).toEqual([['1', '2']])
  const zpl = await look(zplRoute, { width: 50, height: 30 })
  expect(zpl.toString().match(/\^XA/g)).toHaveLength(24)
})

test('stops drawing when the client disconnects, and serves other clients [CO04]', async () => {
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const path = urlOf(imageRoute, { params: { id }, query: { image: 'svg' } })
  const disconnect = new AbortController()
  const answer = await fetch(address + path, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: disconnect.signal,
  })
  await answer.body!.getReader().read()
  disconnect.abort()
  expect((await download(imageRoute, { image: 'svg', limit: 1 })).statusCode).toBe(200)
})
