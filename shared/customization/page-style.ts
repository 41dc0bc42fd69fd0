import { contrastOf, leastContrast } from '#shared/core/contrast.ts'
import { patterns } from '#shared/core/patterns.ts'
import type { Block } from './blocks.ts'
import type { Customization } from './contract.ts'

type Styled = Pick<Customization, 'background_color' | 'additions'>

/** Backgrounds of cards, on which the brand's colour must be read. */
const cards = { light: '#fffdf8', dark: '#161d1a' } as const
const readable = leastContrast.words

/**
 * The brand's colours as a style sheet of the page. Only six hex digits pass, so nothing else of CSS can be written, and
 * black and white stays black and white.
 */
export function pageStyle(customization: Styled | null): string {
  if (!customization) return ''
  const theme = colour(customization.background_color)
  return [theme && themeRules(theme), ...customization.additions.map(blockRules)].join('')
}

/** The class that a block's own rules are written for. */
export const blockClass = (id: string): string => `block-${id}`

function themeRules(theme: string): string {
  const light = legible(theme, cards.light)
  const dark = legible(theme, cards.dark)
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
  const ink = back && text && contrastOf(back, text) < readable ? strongerOn(back) : text
  const rules = [back && `background:${back}`, back && ink && `color:${ink}`, border && `border-color:${border}`]
  const written = rules.filter(Boolean).join(';')
  return written && `${own} .button{${written}}`
}

function colour(value: string): string | undefined {
  return patterns.color.test(value) ? value.toLowerCase() : undefined
}

/** The colour itself where it can be read on the card, and otherwise the nearest mix with black or white that can. */
function legible(hex: string, card: string): string {
  const towards = strongerOn(card)
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(hex, towards, share)
    if (contrastOf(mixed, card) >= readable) return mixed
  }
  return towards
}

function mix(one: string, other: string, share: number): string {
  const [from, to] = [parts(one), parts(other)]
  const byte = (part: number, at: number) => Math.round(part + (to[at]! - part) * share)
  return `#${from.map((part, at) => byte(part, at).toString(16).padStart(2, '0')).join('')}`
}

/** Black or white, whichever stands out more. */
function strongerOn(hex: string): string {
  return contrastOf(hex, '#000000') > contrastOf(hex, '#ffffff') ? '#000000' : '#ffffff'
}

const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
