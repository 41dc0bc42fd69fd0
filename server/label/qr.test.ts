import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { encodeQr, outlineOf, type QrMatrix, svgPath } from '#shared/label/qr.ts'

const anySymbol = fc
  .integer({ min: 1, max: 12 })
  .chain((modules) =>
    fc
      .uint8Array({ minLength: modules ** 2, maxLength: modules ** 2, max: 1 })
      .map((dark): QrMatrix => ({ modules, dark })),
  )

/** Winding number of the rings around the centre of a module. */
function turnsAround(rings: number[][], x: number, y: number): number {
  let turns = 0
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!]
      if (x1 === x2 && x1 > x + 0.5 && y1 <= y !== y2 <= y) turns += y1 < y2 ? 1 : -1
    }
  }
  return turns
}

test('draws outlines that wind once around every dark module and not around light ones [CO04]', () => {
  fc.assert(
    fc.property(anySymbol, (symbol) => {
      const rings = outlineOf(symbol)
      for (let y = 0; y < symbol.modules; y++) {
        for (let x = 0; x < symbol.modules; x++) {
          expect(turnsAround(rings, x, y)).toBe(symbol.dark[y * symbol.modules + x])
        }
      }
    }),
  )
})

test('encodes a printed URL in the compact alphanumeric mode, drawn as one path [CO04]', () => {
  const symbol = encodeQr(`HTTPS://ASSAY.EXAMPLE.COM/V/${'0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789'}`)
  expect(symbol.modules).toBe(33)
  expect(encodeQr(`https://assay.example.com/v/${'0123456789abcdefghjkmnpqrstvwxyz0123456789'}`).modules).toBe(37)
  expect(svgPath(symbol)).toMatch(/^(M\d+ \d+([hv]-?\d+)+z)+$/)
})

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

test('draws a code from which a wallet reads the payment [VE03]', async () => {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer as ArrayBuffer } })
  for (const link of [
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01234567',
    'NCHESTYVD2P6P646AMY7WSNG73PCPZDUQNSD6JY',
  ]) {
    const symbol = encodeQr(link)
    const side = symbol.modules + 8
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="${side * 6}"><path d="M-4 -4h${side}v${side}h-${side}z" fill="#fff"/><path d="${svgPath(symbol)}"/></svg>`
    const png = await sharp(Buffer.from(svg)).png().toBuffer()
    const [read] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
    expect(read?.text).toBe(link)
  }
})
