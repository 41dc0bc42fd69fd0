import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabelText } from './label-text.ts'
import {
  largestCode,
  linesOfLabel,
  type Placement,
  placeLabel,
  quietModules,
  scratchQrModules,
  sheetsFor,
  slotAt,
  slotsOf,
  smallModule,
} from './layout.ts'
import { papers, sheetNames, sheets } from './sheets.ts'

/** Left margin, top margin and pitches in mm, as gLabels measured them (converted from points and inches). */
const measured = {
  L7160: [7.48, 15.49, 66.04, 38.1],
  L7162: [3.99, 12.98, 102.48, 33.9],
  L7163: [3.35, 15.17, 103.01, 38.1],
  L7651: [4.7, 10.9, 40.6, 21.2],
  L4732: [11, 13, 38.1, 16.9],
  '5160': [3.97, 12.7, 70.64, 25.4],
  '5163': [4.13, 12.7, 106.36, 50.8],
  '5167': [7.14, 12.7, 52.39, 12.7],
} as const

test.each(Object.keys(measured) as (keyof typeof measured)[])(
  '%s has its labels at the positions of measured sheets, within 1.5 mm [CO04]',
  (name) => {
    const [left, top, pitchX, pitchY] = measured[name]
    const sheet = sheets[name]
    const first = slotAt(sheet, 0)
    const last = slotAt(sheet, slotsOf(sheet) - 1)
    expect(Math.abs(first.x - left)).toBeLessThan(1.5)
    expect(Math.abs(first.y - top)).toBeLessThan(0.5)
    expect(Math.abs(last.x - left - (sheet.columns - 1) * pitchX)).toBeLessThan(1.5)
    expect(Math.abs(last.y - top - (sheet.rows - 1) * pitchY)).toBeLessThan(0.5)
  },
)

test.each(sheetNames)('%s: every label is on the paper and none overlaps another [CO04]', (name) => {
  const sheet = sheets[name]
  const paper = papers[sheet.paper]
  for (let index = 0; index < slotsOf(sheet); index++) {
    const { x, y } = slotAt(sheet, index)
    expect(x).toBeGreaterThan(0)
    expect(y).toBeGreaterThan(0)
    expect(x + sheet.width).toBeLessThan(paper.width)
    expect(y + sheet.height).toBeLessThan(paper.height)
  }
  expect(sheet.pitchX).toBeGreaterThanOrEqual(sheet.width)
  expect(sheet.pitchY).toBeGreaterThanOrEqual(sheet.height)
})

const label = fc.record({
  width: fc.double({ min: 15, max: 150, noNaN: true }),
  height: fc.double({ min: 12, max: 150, noNaN: true }),
})
const symbol = fc.integer({ min: 1, max: 12 }).map((version) => 17 + 4 * version)

const text: fc.Arbitrary<LabelText> = fc.record({
  serial: fc.boolean(),
  code: fc.constantFrom(0, 26, 42),
  name: fc.option(fc.stringMatching(/^[A-Za-zЖжы茶 ]{1,60}$/), { nil: undefined }),
  site: fc.constantFrom(undefined, 'verify.example/verify'),
  scratch: fc.constantFrom(0, 8),
  scratchQr: fc.boolean(),
})

/** The second code has its quiet zone, is on the label, beside or below the first one (`corner`), and below all lines. */
function expectInside(
  { scratchQr, lines }: Placement,
  { width, height }: { width: number; height: number },
  corner: { right: number; bottom: number },
): void {
  const { code, module } = scratchQr!
  expect(module).toBeGreaterThan(smallModule)
  const [margin, side] = [quietModules * module - 0.001, scratchQrModules * module]
  expect(Math.min(code.x, code.y, width - code.x - side, height - code.y - side)).toBeGreaterThanOrEqual(margin)
  expect(Math.max(code.x - corner.right, code.y - corner.bottom)).toBeGreaterThanOrEqual(margin)
  for (const { y } of lines) expect(y).toBeLessThanOrEqual(code.y - margin)
}

test('places a code inside its label with a quiet zone of four modules and without text [CO04]', () => {
  fc.assert(
    fc.property(
      label,
      symbol,
      text,
      fc.option(fc.double({ min: 1, max: 150, noNaN: true })),
      (size, modules, texts, wanted) => {
        const most = largestCode(size, modules, texts)
        const placement = placeLabel(size, modules, texts, wanted ?? undefined)
        if (most === 0 || (wanted !== null && wanted > most + 0.001)) {
          expect(placement).toBeUndefined()
          return
        }
        const { code, side, module, align, lineWidth } = placement!
        expect(side).toBeCloseTo(wanted ?? most)
        expect(module * modules).toBeCloseTo(side)
        const margin = quietModules * module - 0.001
        const right = code.x + side
        const bottom = code.y + side
        expect(Math.min(code.x, code.y, size.width - right, size.height - bottom)).toBeGreaterThanOrEqual(margin)
        const printed = linesOfLabel(texts, placement!, {
          serialNo: '1234567',
          code: 'A'.repeat(texts.code),
          scratch: 'B'.repeat(texts.scratch ?? 0),
        })
        expect(placement!.lines).toHaveLength(printed.length)
        if (texts.scratchQr) expectInside(placement!, size, { right: code.x + side, bottom: code.y + side })
        else expect(placement!.scratchQr).toBeUndefined()
        for (const line of placement!.lines) {
          const left = align === 'start' ? line.x : line.x - lineWidth / 2
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + lineWidth).toBeLessThanOrEqual(size.width + 0.001)
          expect(line.y).toBeLessThanOrEqual(size.height)
          const isClear = align === 'start' ? left - right >= margin : line.y - line.size * 0.95 - bottom >= margin
          expect(isClear).toBe(true)
        }
      },
    ),
  )
})

test('labels fill sheets from the start position [CO04]', () => {
  const all = fc.constantFrom(...sheetNames.map((name) => sheets[name]))
  fc.assert(
    fc.property(all, fc.nat(), fc.integer({ min: 1, max: 5000 }), (sheet, place, labels) => {
      const start = (place % slotsOf(sheet)) + 1
      const used = sheetsFor(sheet, start, labels)
      expect(used * slotsOf(sheet)).toBeGreaterThanOrEqual(start - 1 + labels)
      expect((used - 1) * slotsOf(sheet)).toBeLessThan(start - 1 + labels)
    }),
  )
})

test.each(sheetNames)('places the readable code beside a QR code that phones can read on %s [CO04]', (name) => {
  const placement = placeLabel(sheets[name], 33, { serial: true, code: 42, name: undefined })!
  // The smallest label had modules of 0.31 mm without it, too.
  expect(placement.module).toBeGreaterThan(0.3)
  expect(placement.groups).toBeGreaterThan(1)
})

test('prints the readable code in groups of 4, and wraps a long name at word boundaries [CO04]', () => {
  const code = '00000AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHHJJJJKK'.slice(1)
  const texts = { serial: true, code: 42, name: 'Silk scarf with a hand-rolled edge, gift box' }
  const lines = linesOfLabel(texts, placeLabel(sheets.L7160, 33, texts)!, { serialNo: '17', code })
  expect(lines[0]).toBe('17')
  const printed = lines.filter((line) => /^[0A-K ]+$/.test(line))
  expect(printed.every((line) => line.split(' ').every((group) => group.length <= 4))).toBe(true)
  expect(printed.join(' ')).toBe('0000 AAAA BBBB CCCC DDDD EEEE FFFF GGGG HHHH JJJJ KK')
  const name = lines.slice(1 + printed.length)
  expect(name.length).toBeGreaterThan(1)
  expect(name.join(' ')).toBe(texts.name)
})

test('cuts a name after three lines [CO04]', () => {
  const texts = { serial: false, code: 0, name: 'Шёлковый платок ручной работы '.repeat(8) }
  const { name } = placeLabel(sheets.L7651, 33, texts)!
  expect(name).toHaveLength(3)
  expect(name[2]).toMatch(/…$/)
})
