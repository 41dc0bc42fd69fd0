import { patterns } from '#shared/core/patterns.ts'
import type { Customization } from '#shared/verify/contract.ts'

/** The brand's colours as a style sheet. Only six hex digits pass, so nothing else of CSS can be written. */
export function accentStyle(customization: Customization | null): string {
  const accent = colour(customization?.primaryColor)
  const paper = colour(customization?.backgroundColor)
  return [
    accent && `:root:not([data-theme=bnw]) .card{--accent:${accent};--on:${readableOn(accent)}}`,
    paper && `:root:not([data-theme=bnw]):not([data-theme=dark]) body{background:${paper};--soft:${readableOn(paper)}}`,
  ]
    .filter(Boolean)
    .join('')
}

function colour(value: string | undefined): string | undefined {
  return value !== undefined && patterns.color.test(value) ? value : undefined
}

/** Black or white, whichever stands out more (WCAG relative luminance). */
function readableOn(hex: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? '#000000' : '#ffffff'
}
