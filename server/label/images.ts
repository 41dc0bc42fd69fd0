import { printedCell } from '#server/core/files/csv-options.ts'
import type { LabelFormat } from '#shared/label/contract.ts'
import { quietModules } from '#shared/label/layout.ts'
import { encodeQr, type QrMatrix, svgPath } from '#shared/label/qr.ts'
import { formatScratchCode } from '#shared/verify/code/scratch-code.ts'
import type { PrintedCode } from './codes.ts'
import { pngOf } from './png.ts'
import type { ZipEntry } from './zip.ts'

export type ImageFormat = Extract<LabelFormat, 'svg' | 'png'>

/** Each code with its quiet zone as an image named by its serial number, then a manifest of all images. */
export async function* codeImages(
  codes: AsyncIterable<PrintedCode>,
  order: string,
  picture: ImageFormat,
  side: number,
): AsyncGenerator<ZipEntry> {
  // Besides own serials: letters, digits, slashes, dashes and numbers only, so no spreadsheet reads a value as a formula.
  const manifest: string[] = []
  for await (const { serialNo, own, url, scratch } of codes) {
    if (manifest.length === 0)
      manifest.push(
        `${own === null ? '' : '\ufeff'}File,Serial No,Codes${own === null ? '' : ',Own Serial'}${scratch ? ',Scratch Code' : ''}\r\n`,
      )
    const name = `${order}-${String(serialNo).padStart(7, '0')}.${picture}`
    const symbol = encodeQr(url)
    manifest.push(
      `${name},${serialNo},${url}${own === null ? '' : `,${printedCell(own)}`}${scratch ? `,${formatScratchCode(scratch)}` : ''}\r\n`,
    )
    if (picture === 'png') yield { name, content: await pngOf(symbol, side), stored: true }
    else yield { name, content: Buffer.from(svgOf(symbol, side)) }
  }
  yield { name: 'manifest.csv', content: Buffer.from(manifest.join('')) }
}

/** A code with its quiet zone. `side` is the size of the code alone, in mm. */
function svgOf(symbol: QrMatrix, side: number): string {
  const units = symbol.modules + 2 * quietModules
  const size = Number(((side * units) / symbol.modules).toFixed(4))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}mm" height="${size}mm" viewBox="${-quietModules} ${-quietModules} ${units} ${units}"><path fill="#fff" d="M${-quietModules} ${-quietModules}h${units}v${units}h${-units}z"/><path d="${svgPath(symbol)}"/></svg>\n`
}
