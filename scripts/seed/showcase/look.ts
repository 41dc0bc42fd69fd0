import { storeDrawing } from '#scripts/seed/drawing.ts'
import type { Tx } from '#server/core/db.ts'
import type { FileStore } from '#server/core/files.ts'
import type { StoredFile } from '#shared/core/fields.ts'
import { Customization, type CustomizationInput } from '#shared/customization/contract.ts'
import { inOrder } from '#shared/customization/rules.ts'
import { logoArt, sceneArt } from './art.ts'
import type { Showcase } from './brands.ts'

type Brand = Pick<Showcase, 'brand' | 'palette' | 'look' | 'story' | 'scenes' | 'journey' | 'shop' | 'video' | 'map'>
export type Chosen = CustomizationInput['certificates']

/** The customization of a brand, with its pictures drawn and stored. */
export async function lookOf(tx: Tx, files: FileStore, brand: Brand, certificates: Chosen): Promise<Customization> {
  const { palette, look, story, scenes, journey, shop, video, map } = brand
  const draw = (name: string, svg: string) => storeDrawing(tx, files, name, svg)
  const scenery = new Map<string, StoredFile>()
  for (const scene of new Set([...scenes, ...journey.stations.flatMap(({ scene = [] }) => scene)])) {
    scenery.set(scene, await draw(`${scene}.jpg`, sceneArt(scene, palette)))
  }
  const { pale, deep } = palette
  const images = scenes.map((scene) => ({ ...scenery.get(scene)!, imageExternalUrl: '' }))
  const events = journey.stations.map(({ title, description, scene }, at) => ({
    ...{ id: `station-${at}`, title, description, media: scene ? scenery.get(scene)! : null },
  }))
  const additions: CustomizationInput['additions'] = [
    { id: 'picture', type: 'image', description: '', images: images.slice(0, 1) },
    { id: 'story', type: 'text', content: story },
    { id: 'journey', type: 'events', title: journey.title, timeline_color: palette.mid, events },
    ...(video ? [{ id: 'film', type: 'video' as const, ...video }] : []),
    ...(map ? [{ id: 'map', type: 'embed' as const, link: map, height: 280 }] : []),
    ...(shop
      ? [
          {
            ...{ id: 'shop', type: 'button' as const, website: shop, button_text: '' },
            ...{ button_color: deep, button_text_color: pale, button_border_color: deep },
          },
        ]
      : []),
  ]
  const logo = await draw('logo.png', logoArt(palette, brand.brand))
  const content = { ...look, logo, certificates, additions, isDraft: false, order: additions.map(({ id }) => id) }
  const parsed = Customization.parse(content)
  return { ...parsed, additions: inOrder(parsed.additions, parsed.order) }
}
