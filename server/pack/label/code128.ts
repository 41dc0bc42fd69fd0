import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** Modules that stay empty on both sides. */
export const quietZone = 10

/** The bars of a symbol: the place of each from the left, and its width, in modules. */
export type Barcode = { modules: number; bars: readonly { at: number; width: number }[] }

const wasmFile = 'zxing-wasm/writer/zxing_writer.wasm'
let prepared: Promise<unknown> | undefined

/** GS1-128 of an SSCC of 18 digits. Throws for a text of another length. */
export const ssccBarcode = (sscc: string): Promise<Barcode> => draw(`(00)${sscc}`, 'gs1')

/** Code 128 without GS1: letters, digits and signs of ASCII. */
export const plainBarcode = (text: string): Promise<Barcode> => draw(text, '')

async function draw(text: string, options: string): Promise<Barcode> {
  // Otherwise the library would ask for the file on the network.
  prepared ??= prepareZXingModule({
    overrides: { wasmBinary: readFileSync(fileURLToPath(import.meta.resolve(wasmFile))).buffer as ArrayBuffer },
    fireImmediately: true,
  })
  await prepared
  const { symbol, error } = await writeBarcode(text, { format: 'Code128', options, scale: 1, addQuietZones: false })
  if (error) throw new Error(`No barcode of ${text}: ${error}`)
  return { modules: symbol.width, bars: barsOf(symbol.data.subarray(0, symbol.width)) }
}

/** @param row the grey value of each module of one row */
function barsOf(row: Uint8ClampedArray): Barcode['bars'] {
  const bars: { at: number; width: number }[] = []
  for (const [at, grey] of row.entries()) {
    if (grey > 0) continue
    const last = bars.at(-1)
    if (last && last.at + last.width === at) last.width++
    else bars.push({ at, width: 1 })
  }
  return bars
}
