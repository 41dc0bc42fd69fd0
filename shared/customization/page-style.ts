import { contrastRatio, minContrast } from '#shared/core/contrast.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import type { Block } from './blocks.ts'
import type { Customization } from './contract.ts'
import { pagePalette } from './page-palette.ts'

type Styled = Pick<Customization, 'background_color' | 'additions'>

const readable = minContrast.words

/**
 * The brand's colors as a style sheet of the page. Only six hex digits are accepted, so that no other CSS can be inserted. The
 * black and white theme is not changed.
 */
export function pageStyle(customization: Styled | null): string {
  if (!customization) return ''
  const theme = colour(customization.background_color)
  return [theme && themeRules(theme), ...customization.additions.map(blockRules)].join('')
}

/** The CSS class for which the rules of a block are written. */
export const blockClass = (id: string): string => `block-${id}`

function themeRules(theme: string): string {
  const light = legible(theme, pagePalette.light.card)
  const dark = legible(theme, pagePalette.dark.card)
  const on = (accent: string) => `--accent:${accent};--on:${strongerOn(accent)}`
  return (
    `:root:not([data-theme=bnw]) .card{${on(light)}}` +
    `:root:not([data-theme=bnw]):not([data-theme=dark]){--paper:${theme};--around:${strongerOn(theme)}}` +
    `:root[data-theme=dark] .card{${on(dark)}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme]){--paper:#0e1311;--around:#a3aca5}` +
    `:root:not([data-theme]) .card{${on(dark)}}}`
  )
}

function blockRules(block: Block): string {
  const own = `:root:not([data-theme=bnw]) .${blockClass(block.id)}`
  if (block.type === 'events') {
    const line = colour(block.timeline_color)
    return line ? `${own}{--timeline:${line}}` : ''
  }
  if (block.type === 'embed') return `.${blockClass(block.id)} iframe{height:${block.height}px}`
  if (block.type !== 'button') return ''
  const [back, text, border] = [block.button_color, block.button_text_color, block.button_border_color].map(colour)
  const ink = back && text && contrastRatio(back, text) < readable ? strongerOn(back) : text
  const rules = [back && `background:${back}`, back && ink && `color:${ink}`, border && `border-color:${border}`]
  const written = rules.filter(Boolean).join(';')
  return written && `${own} .button{${written}}`
}

function colour(value: string): string | undefined {
  return patterns.color.test(value) ? value.toLowerCase() : undefined
}

/**
 * The colour itself when its contrast on the card is sufficient, otherwise the nearest lightness of its hue that is.
 */
function legible(hex: string, card: string): string {
  const towards = strongerOn(card)
  if (contrastRatio(hex, card) >= readable) return hex
  const { hue, saturation, lightness } = hslOf(hex)
  const end = towards === '#ffffff' ? 1 : 0
  for (let share = 0.05; share < 1; share += 0.05) {
    const shifted = hexOf({
      hue,
      saturation: saturation * saturationFactor,
      lightness: lightness + (end - lightness) * share,
    })
    if (contrastRatio(shifted, card) >= readable) return shifted
  }
  return towards
}

/** Factor for the saturation of a pale color, because saturation is more visible in a darker color. */
const saturationFactor = 0.65

/** A pale pink becomes plum in this way. Mixed with black, it would become grey. Hue in sixths of a turn, the others 0 to 1. */
type Hsl = { hue: number; saturation: number; lightness: number }

function hslOf(hex: string): Hsl {
  const [red, green, blue] = parts(hex).map((part) => part / 255) as [number, number, number]
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [lightness, range] = [(max + min) / 2, max - min]
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const hue =
    max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return { hue: (hue + 6) % 6, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function hexOf({ hue, saturation, lightness }: Hsl): string {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const part = (turn: number) => {
    const at = (turn + hue * 2) % 12
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return `#${[0, 8, 4].map((turn) => part(turn).toString(16).padStart(2, '0')).join('')}`
}

/** Black or white, whichever has more contrast. */
function strongerOn(hex: string): string {
  return contrastRatio(hex, '#000000') > contrastRatio(hex, '#ffffff') ? '#000000' : '#ffffff'
}

const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
