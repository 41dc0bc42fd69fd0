import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// A printer and a scanner for tests: PDF pages of PDFKit are rasterized, and the codes are read from the pixels.

export type Pixels = { width: number; height: number; light: Uint8Array }
/** The letters of a font by their glyph numbers. */
type Letters = string[]
export type Page = { width: number; height: number; content: string; fonts: Map<string, Letters> }

/** The pages of a PDF, found by the table at its end, as viewers do. Sizes in points. */
export function pagesOf(file: Buffer): Page[] {
  const text = file.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 40))!
  const rows = text
    .slice(table)
    .split('\n')
    .slice(3, 2 + Number(count))
  const objects = rows.map((row, index) => {
    const at = Number(row.slice(0, 10))
    const head = `${index + 1} 0 obj\n`
    if (text.slice(at, at + head.length) !== head) throw new Error(`No object ${index + 1} at ${at}`)
    return at + head.length
  })
  const dictionary = (id: number) => {
    const from = objects[id - 1]!
    return text.slice(from, from + text.slice(from, table).search(/\n(stream|endobj)\n/))
  }
  const stream = (id: number) => {
    const words = dictionary(id)
    const at = objects[id - 1]! + words.length + '\nstream\n'.length
    return inflateSync(file.subarray(at, at + number(words, 'Length'))).toString('latin1')
  }
  const number = (words: string, name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(words)![1])
  const letters = new Map<number, Letters>()
  const lettersOf = (font: number) => {
    if (!letters.has(font)) letters.set(font, lettersIn(stream(number(dictionary(font), 'ToUnicode'))))
    return letters.get(font)!
  }
  const catalog = dictionary(number(text.slice(table), 'Root'))
  if (!dictionary(number(catalog, 'ViewerPreferences')).includes('/PrintScaling /None'))
    throw new Error('Viewers would shrink the page')
  const kids = /\/Kids \[(.*)\]/.exec(dictionary(number(catalog, 'Pages')))![1]!
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = dictionary(Number(id))
    const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(page)!
    const fonts = dictionary(number(page, 'Resources')).matchAll(/\/(F\d+) (\d+) 0 R/g)
    return {
      width: Number(width),
      height: Number(height),
      content: stream(number(page, 'Contents')),
      fonts: new Map(Array.from(fonts, ([, name, font]) => [name!, lettersOf(Number(font))])),
    }
  })
}

/** The glyph-to-letter table of a font, which viewers use to search and copy. */
function lettersIn(table: string): Letters {
  const letters: Letters = []
  for (const [, first, , list] of table.matchAll(/<(\w{4})> <(\w{4})> \[(.*)\]/g)) {
    const signs = Array.from(list!.matchAll(/<([^>]*)>/g), ([, codes]) => codes!.split(' '))
    for (const [at, codes] of signs.entries()) {
      letters[Number.parseInt(first!, 16) + at] = String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)))
    }
  }
  return letters
}

type Matrix = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
  ...([e * A + f * C + E, e * B + f * D + F] as const),
]

/** Rasterizes a page at this resolution. Filled areas become pixels, and text stays text. */
export function rasterize({ width, height, content, fonts }: Page, dpi: number): Pixels & { texts: string[] } {
  const scale = dpi / 72
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const light = new Uint8Array(size.width * size.height).fill(255)
  const texts: string[] = []
  const saved: Matrix[] = []
  let matrix: Matrix = [scale, 0, 0, -scale, 0, height * scale]
  let rings: Point[][] = []
  let letters: Letters = []
  const point = (x: number, y: number): Point => {
    const [, , , , e, f] = times([1, 0, 0, 1, x, y], matrix)
    return [e, f]
  }
  const skip = () => {}
  const forget = () => {
    rings = []
  }
  const show = (words: string) => {
    const signs = Array.from(words.matchAll(/<(\w+)>/g), ([, run]) => run!.match(/\w{4}/g)!).flat()
    texts.push((texts.pop() ?? '') + signs.map((sign) => letters[Number.parseInt(sign, 16)]).join(''))
  }
  const operators = new Map<string, (numbers: number[], words: string[]) => void>([
    ...['re', 'h', 'CS', 'SCN', 'w', 'ET', 'Tm'].map((name) => [name, skip] as const),
    ['q', () => void saved.push(matrix)],
    [
      'Q',
      () => {
        matrix = saved.pop()!
      },
    ],
    [
      'cm',
      (six) => {
        matrix = times(six as Matrix, matrix)
      },
    ],
    ['m', ([x, y]) => void rings.push([point(x!, y!)])],
    ['l', ([x, y]) => void rings.at(-1)!.push(point(x!, y!))],
    // A curve is small enough here to be a line to its end.
    ['c', (six) => void rings.at(-1)!.push(point(six[4]!, six[5]!))],
    [
      'f',
      () => {
        fill(rings, size, light)
        forget()
      },
    ],
    ['S', forget],
    ['BT', () => void texts.push('')],
    [
      'Tf',
      (_, [name]) => {
        letters = fonts.get(name!.slice(1))!
      },
    ],
    ['TJ', (_, [words]) => show(words!)],
  ])
  const operands: string[] = []
  const unmarked = content.replace(/\/Span <<[\s\S]*?>> BDC|\bEMC\b/g, '')
  for (const [word] of unmarked.matchAll(/\[[^\]]*\]|\S+/g)) {
    if (/^[-\d.[/]/.test(word)) {
      operands.push(word)
      continue
    }
    const run = operators.get(word)
    if (!run) throw new Error(`The operator ${word} is not known`)
    run(operands.map(Number), operands)
    operands.length = 0
  }
  return { ...size, light, texts }
}

type Point = [x: number, y: number]

/** Fills the pixels whose centre is inside an odd number of borders. */
function fill(rings: Point[][], { width, height }: { width: number; height: number }, light: Uint8Array): void {
  /** The points where borders cross the centre of each row. */
  const rows = new Map<number, number[]>()
  for (const ring of rings) {
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length]!
      const last = Math.ceil(Math.max(y1, y2) - 0.5)
      for (let y = Math.ceil(Math.min(y1, y2) - 0.5); y < last; y++) {
        const row = rows.get(y) ?? []
        rows.set(y, row)
        row.push(x1 + ((y + 0.5 - y1) / (y2 - y1)) * (x2 - x1))
      }
    }
  }
  for (const [y, crossings] of rows) {
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [Math.ceil(crossings[i]! - 0.5), Math.ceil(crossings[i + 1]! - 0.5)]
      if (from < 0 || y < 0 || to > width || y >= height) throw new Error(`Ink beside the paper at ${from}, ${y}`)
      light.fill(0, y * width + from, y * width + to)
    }
  }
}

/** Decodes an image to pixels. */
export async function pixelsOf(file: Buffer, type: 'svg' | 'png'): Promise<Pixels> {
  if (type === 'svg') return drawn(file.toString())
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, light: new Uint8Array(data) }
}

/** Draws an SVG of one black path at ten pixels per unit. The server's image library must not open SVG. */
function drawn(svg: string): Pixels {
  const [left, top, width, height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number)
  const size = { width: width! * 10, height: height! * 10 }
  const light = new Uint8Array(size.width * size.height).fill(255)
  let at: Point = [0, 0]
  const rings: Point[][] = []
  for (const [, step, words] of /<path d="([^"]+)"/.exec(svg)![1]!.matchAll(/([Mhvz])([-\d ]*)/g)) {
    const [x = 0, y = 0] = words!.split(' ').map((word) => Number(word) * 10)
    if (step === 'z') continue
    at = step === 'M' ? [x - left! * 10, y - top! * 10] : step === 'h' ? [at[0] + x, at[1]] : [at[0], at[1] + x]
    if (step === 'M') rings.push([])
    rings.at(-1)!.push(at)
  }
  fill(rings, size, light)
  return { ...size, light }
}

let reader: Promise<unknown> | undefined

/** Reads all codes of an image, in no order, with the scanner library of the console. */
export async function codesIn(paper: Pixels): Promise<string[]> {
  reader ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer as ArrayBuffer,
    },
    fireImmediately: true,
  })
  await reader
  const { width, height, light } = withInk(paper)
  const data = new Uint8ClampedArray(Uint32Array.from(light, (grey) => 0xff000000 + grey * 0x010101).buffer)
  const picture = { data, width, height, colorSpace: 'srgb' } as ImageData
  // Sheets are straight and not inverted, so these searches are disabled.
  const plain = { tryRotate: false, tryInvert: false, tryDownscale: false }
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 255, ...plain })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** The rows from the first to the last one with ink, with a white margin: a page with one label is then read faster. */
function withInk({ width, height, light }: Pixels): Pixels {
  const white = 50
  const top = Math.max(0, Math.floor(light.findIndex(isInk) / width) - white)
  const bottom = Math.min(height, Math.floor(light.findLastIndex(isInk) / width) + white)
  return { width, height: bottom - top, light: light.subarray(top * width, bottom * width) }
}

const isInk = (grey: number) => grey < 128
