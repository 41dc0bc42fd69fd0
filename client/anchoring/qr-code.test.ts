// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { encodePayment } from './qr-code.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

test('VE03 draws a code from which a wallet reads the payment', async () => {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer as ArrayBuffer } })
  for (const link of [
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01234567',
    'NCHESTYVD2P6P646AMY7WSNG73PCPZDUQNSD6JY',
  ]) {
    const { modules, path } = encodePayment(link)
    const side = modules + 8
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="${side * 6}"><path d="M-4 -4h${side}v${side}h-${side}z" fill="#fff"/><path d="${path}"/></svg>`
    const png = await sharp(Buffer.from(svg)).png().toBuffer()
    const [read] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
    expect(read?.text).toBe(link)
  }
})
