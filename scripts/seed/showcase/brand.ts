import type { CustomizationInput } from '#shared/customization/contract.ts'
import type { Delta } from '#shared/customization/rich-text-delta.ts'
import type { Palette } from './art.ts'
import type { DrawnPack } from './packs.ts'
import type { Scene } from './scenes.ts'

type Station = { title: string; description: string; scene?: Scene }

/** An invented brand of the demo data. */
export type Showcase = {
  code: string
  company: string
  brand: string
  /** ISO 3166, two letters in lower case. */
  country: string
  product: { name: string; sku: string; facts: Record<string, string> }
  palette: Palette
  pack: DrawnPack
  /** The text of the label below the brand name. */
  label: string
  certificate: { type: 'Halal' | 'ISO 9001'; title: string }
  /** All content of the page except for pictures. */
  look: Omit<CustomizationInput, 'isDraft' | 'logo' | 'certificates' | 'additions'>
  story: Delta
  scenes: readonly [Scene, Scene]
  journey: { title: string; stations: readonly Station[] }
  shop?: { url: string; words: string }
  video?: { title: string; videoUrl: string; description: string }
  map?: string
}

/** A heading and paragraphs. */
export const headedText = (heading: string, ...paragraphs: string[]): Delta => ({
  ops: [
    { insert: heading },
    { insert: '\n', attributes: { header: 2 } },
    ...paragraphs.map((paragraph) => ({ insert: `${paragraph}\n` })),
  ],
})

/** A list with bullets. */
export const bulletList = (items: readonly string[]): Delta['ops'] =>
  items.flatMap((item) => [{ insert: item }, { insert: '\n', attributes: { list: 'bullet' as const } }])
