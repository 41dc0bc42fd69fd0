import type { Placement, Point, TextLine } from '#shared/label/layout.ts'
import { fitText, isPlain, textWidth } from './lettering.ts'
import type { NamePicture } from './name-picture.ts'
import { length } from './pdf.ts'
import { outlineOf, type QrSymbol } from './symbol.ts'

// PDF operators in mm, origin at the upper left corner, y running down.

export const moved = ({ x, y }: Point): string => `1 0 0 1 ${length(x)} ${length(y)} cm\n`

export function rectangle({ x, y }: Point, width: number, height: number): string {
  return `${length(x)} ${length(y)} ${length(width)} ${length(height)} re\n`
}

/** Strokes what was drawn, as a hairline in grey. */
export const hairline = (path: string): string => `q 0.55 G 0.1 w ${path}S Q\n`

export function drawnSymbol(symbol: QrSymbol, { code, module }: Pick<Placement, 'code' | 'module'>): string {
  const rings = outlineOf(symbol).map((ring) => {
    let path = `${ring[0]} ${ring[1]} m `
    for (let i = 2; i < ring.length; i += 2) path += `${ring[i]} ${ring[i + 1]} l `
    return path
  })
  // A module is one unit in here: corners are whole numbers. Five digits keep the last corner of a code in its place.
  const scale = module.toFixed(6)
  return `q ${scale} 0 0 ${scale} ${length(code.x)} ${length(code.y)} cm\n${rings.join('')}f Q\n`
}

/** How much smaller letters become before words are cut: 6 points can still be read. */
const smallestScale = 0.7

/** A line of plain text, made smaller or cut to the width that it has. */
export function drawnText(text: string, line: TextLine, align: Placement['align'], width: number): string {
  const { x, y } = line
  const size = line.size * Math.max(smallestScale, Math.min(1, width / textWidth(text, line.size)))
  const fitting = fitText(text, size, width)
  const left = align === 'start' ? x : x - textWidth(fitting, size) / 2
  // Letters stand upright although y runs down.
  return `BT /F ${length(size)} Tf 1 0 0 -1 ${length(left)} ${length(y)} Tm (${escaped(fitting)}) Tj ET\n`
}

/** The picture of a name on a line of text, smaller where the line is too short for it. */
export function drawnName(picture: NamePicture, line: TextLine, align: Placement['align'], width: number): string {
  const scale = Math.min(line.size / picture.size, width / picture.width)
  const [w, h] = [picture.width * scale, picture.height * scale]
  const left = align === 'start' ? line.x : line.x - w / 2
  const bottom = line.y - line.size * 0.36 + h / 2
  return `q ${length(w)} 0 0 ${length(-h)} ${length(left)} ${length(bottom)} cm /N Do Q\n`
}

export const needsPicture = (name: string): boolean => !isPlain(name)

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
