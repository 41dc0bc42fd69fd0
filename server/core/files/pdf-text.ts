import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const fontFile = (script: string, weight: number) =>
  resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
/** The font has one file per script. */
const scripts = /[\u0400-\u04ff]+|[^\u0400-\u04ff]+/g

/** For digits and signs, which the other file does not have. */
export const latinFont = fontFile('latin', 400)

export type TextStyle = { size?: number; weight?: 400 | 700; colour?: string }
/** Points. Without a place, the text continues below the previous one. */
type TextBox = { x: number; y: number; width: number }

/** Writes a text in Latin or Cyrillic letters. Line breaks become spaces, because texts that people typed are untrusted. */
export function writeText(document: PDFKit.PDFDocument, text: string, style: TextStyle = {}, place?: TextBox): void {
  const { size = 10, weight = 400, colour = '#111111' } = style
  const runs = text.replace(/\s+/g, ' ').match(scripts) ?? [' ']
  for (const [n, run] of runs.entries()) {
    const script = /[\u0400-\u04ff]/.test(run) ? 'cyrillic' : 'latin'
    document.font(fontFile(script, weight)).fontSize(size).fillColor(colour)
    const continued = n < runs.length - 1
    if (n === 0 && place) document.text(run, place.x, place.y, { width: place.width, continued })
    else document.text(run, { continued })
  }
}
