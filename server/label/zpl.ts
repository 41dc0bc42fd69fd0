import sharp from 'sharp'
import { loadOutlines, textOutline } from '#server/core/text/shaping.ts'
import { type LabelText, wrapName } from '#shared/label/label-text.ts'
import { linesOfLabel, type Placement, type SheetPosition, type Size } from '#shared/label/layout.ts'
import { mmToDots } from '#shared/label/printer-layout.ts'
import { type PrintedCode, printedLetters } from './codes.ts'

type ZplJob = {
  label: Size
  dpi: number
  placement: Placement
  text: LabelText
}

/** Labels in ZPL II, one format per label, so that printing can stop after any of them. */
export async function* zplLabels(codes: AsyncIterable<PrintedCode>, job: ZplJob): AsyncGenerator<Buffer> {
  const dots = (mm: number) => Math.round(mmToDots(mm, job.dpi))
  const { code, module, lines, align, lineWidth, name, scratchQr } = job.placement
  // ^CI28: texts are UTF-8. ^LH0,0: the origin is the corner of the label, regardless of earlier settings.
  const head = `^XA^CI28^LH0,0^PW${dots(job.label.width)}^LL${dots(job.label.height)}`
  // MM: error correction M, manual input; A: alphanumeric, the mode that the computed size assumes.
  const symbolAt =
    ({ x, y }: SheetPosition, side: number) =>
    (content: string) =>
      `^FO${dots(x)},${dots(y)}^BQN,2,${Math.floor(mmToDots(side, job.dpi) + 0.001)}^FDMM,A${content}^FS`
  const symbol = symbolAt(code, module)
  const scratchSymbol = scratchQr && symbolAt(scratchQr.code, scratchQr.module)
  const lineOf = (at: number) => [dots(lineWidth), dots(lines.at(at)?.size ?? 0), align] as const
  const drawnName = await picturesOf(name.filter(needsDrawing), ...lineOf(-1))
  const isDrawn = (own: string) => needsDrawing(own) || wrapName(own, lineOf(0)[0], lineOf(0)[1]).length > 1
  const line = (text: string, at: number, drawn: Pictures) => {
    const { x, y, size } = lines[at]!
    const left = align === 'start' ? x : x - lineWidth / 2
    const picture = drawn.get(text)
    if (picture) return `^FO${dots(left)},${Math.max(0, dots(y) - picture.baseLine)}${picture.field}^FS`
    const block = `^FB${dots(lineWidth)},1,0,${align === 'start' ? 'L' : 'C'}`
    return `^FO${dots(left)},${dots(y - size)}^A0N,${dots(size)},${dots(size)}${block}^FH_^FD${escaped(text)}^FS`
  }
  for await (const { serialNo, own, url, scratch } of codes) {
    const values = { serialNo: own ?? String(serialNo), code: printedLetters(url), scratch }
    const drawnOwn = await picturesOf(own !== null && isDrawn(own) ? [own] : [], ...lineOf(0))
    const drawn = new Map([...drawnName, ...drawnOwn])
    const texts = linesOfLabel(job.text, job.placement, values)
      .map((text, at) => line(text, at, drawn))
      .join('')
    const covered = scratchSymbol && scratch ? `${scratchSymbol(scratch)}\n` : ''
    yield Buffer.from(`${head}\n${symbol(url)}\n${texts}${covered}^XZ\n`)
  }
}

/** ^ and ~ start commands; _ starts a hexadecimal character after ^FH. */
const escaped = (text: string) =>
  text.replace(/[\^~_]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`).replace(/\p{Cc}/gu, ' ')

/**
 * What font 0 of every printer has, and `^FB` prints as written. Firmware versions treat a backslash in a block differently: some print
 * it, others take it as the start of a line break.
 */
const printerHas = /^[\x20-\x5b\x5d-\x7e\u00a1-\u00ff]*$/

const needsDrawing = (text: string): boolean => !printerHas.test(text)

type Picture = { field: string; baseLine: number }
type Pictures = ReadonlyMap<string, Picture>

/** The lines that the printer's own font cannot print, or not in one line, drawn at the resolution of the printer. */
async function picturesOf(drawn: readonly string[], width: number, size: number, align: Placement['align']) {
  await loadOutlines(drawn, [400], { plainToo: true })
  const pictures = new Map<string, Picture>()
  for (const line of drawn) pictures.set(line, await pictureOf(line, width, size, align))
  return pictures
}

/** Space above and below the base line for marks, relative to the size of the letters. */
const [above, below] = [1.15, 0.45]

/** A line as a graphic field (^GF): rows of bits, 1 for black. */
async function pictureOf(text: string, width: number, size: number, align: Placement['align']): Promise<Picture> {
  const { path, width: length } = textOutline(text)
  const scale = Math.min(size / 1000, width / length)
  const left = align === 'start' ? 0 : (width - length * scale) / 2
  const [baseLine, height] = [Math.ceil(size * above), Math.ceil(size * (above + below))]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="${path}" transform="translate(${left} ${baseLine}) scale(${scale})"/></svg>`
  const options = { resolveWithObject: true } as const
  const { data } = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).greyscale().raw().toBuffer(options)
  const bytesPerRow = Math.ceil(width / 8)
  const bits = Buffer.alloc(bytesPerRow * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < 128) bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  const rows = Array.from({ length: height }, (_, y) => bits.toString('hex', y * bytesPerRow, (y + 1) * bytesPerRow))
  return { field: `^GFA,${bits.length},${bits.length},${bytesPerRow},${compressed(rows)}`, baseLine }
}

/**
 * The compression of ZPL II for hexadecimal graphics: `:` is the row before, `,` zeros to the end of the row, and letters before a digit
 * count it.
 */
const compressed = (rows: readonly string[]) =>
  rows
    .map((row, y) => {
      if (row === rows[y - 1]) return ':'
      return row
        .toUpperCase()
        .replace(/0+$/, ',')
        .replace(/([0-9A-F])\1{2,}/g, (run, digit) => `${countLetters(run.length)}${digit}`)
    })
    .join('')

/** G to Y are 1 to 19; g to z are 20 to 400 in steps of 20. They add up. */
function countLetters(count: number): string {
  const letter = (base: number, steps: number) => (steps === 0 ? '' : String.fromCharCode(base + steps))
  return 'z'.repeat(Math.floor(count / 400)) + letter(102, Math.floor((count % 400) / 20)) + letter(70, count % 20)
}
