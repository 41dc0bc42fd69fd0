import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// A printer and a scanner for tests: PDF pages as this server writes them become pixels, and the pixels codes.

export type Pixels = { width: number; height: number; light: Uint8Array }
type Mask = { width: number; height: number; bits: Buffer }
export type Page = { width: number; height: number; content: string; mask: Mask | undefined }

/** The pages of a PDF, found as a viewer finds them: by the table at the end. Sizes in points. */
export function pagesOf(file: Buffer): Page[] {
  const text = file.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(table))!
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
  const dictionary = (id: number) => text.slice(objects[id - 1]!, text.indexOf('\n', objects[id - 1]!))
  const stream = (id: number) => {
    const at = objects[id - 1]! + dictionary(id).length + 1
    const length = Number(/\/Length (\d+)/.exec(dictionary(id))![1])
    return inflateSync(file.subarray(at, at + length))
  }
  const number = (words: string, name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(words)![1])
  const root = number(text.slice(table), 'Root')
  const kids = /\/Kids\[(.*)\]/.exec(dictionary(number(dictionary(root), 'Pages')))![1]!
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = dictionary(Number(id))
    const [, width, height] = /\/MediaBox\[0 0 (\S+) (\S+)\]/.exec(page)!
    const mask = /\/N (\d+) 0 R/.exec(page)?.[1]
    return {
      ...{ width: Number(width), height: Number(height) },
      content: stream(number(page, 'Contents')).toString('latin1'),
      mask: mask ? maskOf(dictionary(Number(mask)), stream(Number(mask))) : undefined,
    }
  })

  function maskOf(words: string, bits: Buffer): Mask {
    return { width: number(words, 'Width'), height: number(words, 'Height'), bits }
  }
}

type Matrix = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
  ...([e * A + f * C + E, e * B + f * D + F] as const),
]

/** What a printer of so many dots an inch puts on paper: filled areas, pictures and the lines' words, not their letters. */
export function printed({ width, height, content, mask }: Page, dpi: number): Pixels & { texts: string[] } {
  const scale = dpi / 72
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const light = new Uint8Array(size.width * size.height).fill(255)
  const texts: string[] = []
  const saved: Matrix[] = []
  let matrix: Matrix = [scale, 0, 0, -scale, 0, height * scale]
  let rings: [number, number][][] = []
  const operands: string[] = []
  const point = (x: number, y: number): [number, number] => {
    const [, , , , e, f] = times([1, 0, 0, 1, x, y], matrix)
    return [e, f]
  }
  const ink = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= size.width || y >= size.height) throw new Error(`Ink beside the paper at ${x}, ${y}`)
    light[y * size.width + x] = 0
  }
  const skip = () => {}
  const operators = new Map<string, (numbers: number[], words: string[]) => void>([
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
    [
      'f',
      () => {
        fill(rings, ink)
        rings = []
      },
    ],
    [
      'S',
      () => {
        rings = []
      },
    ],
    ['Do', () => paint(mask!, matrix, ink)],
    ['Tj', (_, words) => void texts.push(words[0]!.slice(1, -1).replace(/\\(.)/g, '$1'))],
    ...['re', 'G', 'w', 'BT', 'ET', 'Tf', 'Tm'].map((name) => [name, skip] as const),
  ])
  for (const [word] of content.matchAll(/\((?:\\.|[^\\)])*\)|\S+/g)) {
    if (/^[-\d./(]/.test(word)) {
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

/** Dots whose middle is inside an odd number of borders. */
function fill(rings: [number, number][][], ink: (x: number, y: number) => void): void {
  const sides = rings.flatMap((ring) => ring.map((from, at) => [from, ring[(at + 1) % ring.length]!] as const))
  const ys = rings.flat().map(([, y]) => y)
  const bottom = ys.reduce((a, b) => Math.max(a, b))
  for (let y = Math.floor(ys.reduce((a, b) => Math.min(a, b))); y <= bottom; y++) {
    const crossings = sides
      .filter(([[, from], [, to]]) => from > y + 0.5 !== to > y + 0.5)
      .map(([[x1, y1], [x2, y2]]) => x1 + ((y + 0.5 - y1) / (y2 - y1)) * (x2 - x1))
      .sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      for (let x = Math.ceil(crossings[i]! - 0.5); x < crossings[i + 1]! - 0.5; x++) ink(x, y)
    }
  }
}

/** An upright picture: its unit square stands on its lower left corner. */
function paint({ width, height, bits }: Mask, [w, , , h, left, bottom]: Matrix, ink: (x: number, y: number) => void) {
  const rowBytes = Math.ceil(width / 8)
  const [top, right] = [Math.min(bottom, bottom + h), left + w]
  for (let y = Math.round(top); y < Math.round(top + Math.abs(h)); y++) {
    for (let x = Math.round(left); x < Math.round(right); x++) {
      const column = Math.min(width - 1, Math.floor(((x - left) / w) * width))
      const row = Math.min(height - 1, Math.max(0, Math.floor(((y - top) / Math.abs(h)) * height)))
      if (!((bits[row * rowBytes + (column >> 3)]! >> (7 - (column & 7))) & 1)) ink(x, y)
    }
  }
}

/** A picture as it would be seen on a screen. */
export async function pixelsOf(file: Buffer, type: 'svg' | 'png'): Promise<Pixels> {
  if (type === 'svg') return drawn(file.toString())
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, light: new Uint8Array(data) }
}

/** An SVG of one black path, ten pixels a unit: the server's own picture library may open none. */
function drawn(svg: string): Pixels {
  const [left, top, width, height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number)
  const size = { width: width! * 10, height: height! * 10 }
  const light = new Uint8Array(size.width * size.height).fill(255)
  let at: [number, number] = [0, 0]
  const rings: [number, number][][] = []
  for (const [, step, words] of /<path d="([^"]+)"/.exec(svg)![1]!.matchAll(/([Mhvz])([-\d ]*)/g)) {
    const [x = 0, y = 0] = words!.split(' ').map((word) => Number(word) * 10)
    if (step === 'z') continue
    at = step === 'M' ? [x - left! * 10, y - top! * 10] : step === 'h' ? [at[0] + x, at[1]] : [at[0], at[1] + x]
    if (step === 'M') rings.push([])
    rings.at(-1)!.push(at)
  }
  fill(rings, (x, y) => {
    light[y * size.width + x] = 0
  })
  return { ...size, light }
}

let reader: Promise<unknown> | undefined

/** All codes in a picture, in no order, by the reader that scans in the console. */
export async function codesIn({ width, height, light }: Pixels): Promise<string[]> {
  reader ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer as ArrayBuffer,
    },
    fireImmediately: true,
  })
  await reader
  const data = new Uint8ClampedArray(light.length * 4)
  for (const [at, grey] of light.entries()) data.set([grey, grey, grey, 255], at * 4)
  const picture = { data, width, height, colorSpace: 'srgb' } as ImageData
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 255 })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}
