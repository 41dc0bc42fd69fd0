import { readFileSync } from 'node:fs'
import { extractText } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Pack } from '#shared/pack/contract.ts'
import { type Barcode, plainBarcode, quietZone, ssccBarcode } from './code128.ts'
import { packLabel } from './pdf.ts'

beforeAll(() =>
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer as ArrayBuffer,
    },
    fireImmediately: true,
  }),
)

/** Prints a barcode with 3 pixels a module, and reads it as the scanner of the console does. */
async function scan({ modules, bars }: Barcode) {
  const [scale, height] = [3, 60]
  const width = (modules + 2 * quietZone) * scale
  const row = new Uint32Array(width).fill(0xffffffff)
  for (const bar of bars) row.fill(0xff000000, (quietZone + bar.at) * scale, (quietZone + bar.at + bar.width) * scale)
  const pixels = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) pixels.set(row, y * width)
  const picture = { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' } as ImageData
  const found = await readBarcodes(picture, { formats: ['Code128'], textMode: 'Plain' })
  return found.map(({ text, symbologyIdentifier }) => ({ text, symbologyIdentifier }))
}

test('draws an SSCC as GS1-128, which scanners recognize by its first character', async () => {
  const [found] = await scan(await ssccBarcode('106141412345678908'))
  expect(found).toEqual({ text: '00106141412345678908', symbologyIdentifier: ']C1' })
})

test('draws no SSCC of 17 digits', async () => {
  await expect(ssccBarcode('10614141234567890')).rejects.toThrow('No barcode of (00)10614141234567890')
})

test('draws an internal number as Code 128 without GS1', async () => {
  const [found] = await scan(await plainBarcode('A7K2-9QXW'))
  expect(found).toEqual({ text: 'A7K2-9QXW', symbologyIdentifier: ']C0' })
})

const pack: Pack = {
  id: '0193a000-0000-7000-8000-000000000001',
  kind: 'pallet',
  sscc: '106141412345678908',
  identifier: 'A7K2-9QXW',
  quantity: 240,
  cases: 10,
  pallet_id: null,
  packed_at: '2026-11-28T08:00:00.000Z',
  unpacked_at: null,
  unpack_reason: null,
  version: 1,
  createdAt: '2026-11-28T08:00:00.000Z',
}
const products = Array.from({ length: 9 }, (_, n) => ({
  name: `Чай ${n} ${'long '.repeat(40)}`,
  sku: `T-${n}`,
  count: 9,
}))
const textOf = async (file: Buffer) => {
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true })
  expect(totalPages).toBe(1)
  return text
}

test('writes the contents and the number on one page, in both languages', async () => {
  const english = await textOf(await packLabel({ pack, products }, 'enUS'))
  for (const part of ['Pallet', '240 items in 10 cases', '(00) 106141412345678908', 'Чай 0', 'Further products: 3'])
    expect(english).toContain(part)
  expect(await textOf(await packLabel({ pack, products }, 'ruRU'))).toContain('Паллета')
})

test('asks the printer for its full size, so that modules keep their width', async () => {
  expect((await packLabel({ pack, products }, 'enUS')).toString('latin1')).toContain('/PrintScaling /None')
})

test('says that a number without a company prefix is no SSCC', async () => {
  const text = await textOf(await packLabel({ pack: { ...pack, sscc: null }, products: [] }, 'enUS'))
  expect(text).toContain('not an SSCC')
  expect(text).not.toContain('(00)')
})
