import { storeDrawing } from '#scripts/seed/drawing.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { Customization, type CustomizationInput } from '#shared/customization/contract.ts'
import { sortByOrder } from '#shared/customization/rules.ts'
import { logoArt, sceneArt } from './art.ts'
import type { Showcase } from './brand.ts'

type Brand = Pick<Showcase, 'brand' | 'palette' | 'look' | 'story' | 'scenes' | 'journey' | 'shop' | 'video' | 'map'>
export type ChosenCertificates = CustomizationInput['certificates']

/** The customization of a brand, with its pictures drawn and stored. */
export async function createCustomization(
  tx: Tx,
  files: FileStore,
  brand: Brand,
  certificates: ChosenCertificates,
): Promise<Customization> {
  const { palette, look, story, scenes, journey, shop, video, map } = brand
  const draw = (name: string, svg: string) => storeDrawing(tx, files, name, svg)
  const { pale, deep } = palette
  const origin = await draw(`${scenes[0]}.jpg`, sceneArt(scenes[0], palette))
  const events: { id: string; title: string; description: string; media: StoredFile | null }[] = []
  for (const [at, { title, description, scene }] of journey.stations.entries()) {
    const media = scene ? await draw(`${scene}-${at}.jpg`, sceneArt(scene, palette, true)) : null
    events.push({ id: `station-${at}`, title, description, media })
  }
  const additions: CustomizationInput['additions'] = [
    { id: 'picture', type: 'image', description: '', images: [{ ...origin, imageExternalUrl: '' }] },
    { id: 'story', type: 'text', content: story },
    { id: 'journey', type: 'events', title: journey.title, timeline_color: palette.mid, events },
    ...(video ? [{ id: 'film', type: 'video' as const, ...video }] : []),
    ...(map ? [{ id: 'map', type: 'embed' as const, link: map, height: 280 }] : []),
    ...(shop
      ? [
          {
            id: 'shop',
            type: 'button' as const,
            website: shop.url,
            button_text: shop.words,
            button_color: deep,
            button_text_color: pale,
            button_border_color: deep,
          },
        ]
      : []),
  ]
  const logo = await draw('logo.png', logoArt(palette, brand.brand))
  const content = { ...look, logo, certificates, additions, isDraft: false, order: additions.map(({ id }) => id) }
  const parsed = Customization.parse(content)
  return { ...parsed, additions: sortByOrder(parsed.additions, parsed.order) }
}
