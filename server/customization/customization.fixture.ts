import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type CustomizationInput, customizationContract } from '#shared/customization/contract.ts'
import type { Picture } from '#shared/customization/fields.ts'

export const customizations = (world: TestApp, person?: Person) => world.api(customizationContract, person)

/** One block of each kind. */
export function everyBlock(picture: Picture): NonNullable<CustomizationInput['additions']> {
  return [
    {
      id: 'text',
      type: 'text',
      content: { ops: [{ insert: 'Our garden', attributes: { bold: true } }, { insert: '\n' }] },
    },
    {
      id: 'image',
      type: 'image',
      description: 'The garden',
      images: [{ ...picture, imageExternalUrl: 'https://rimba.example/garden' }],
    },
    {
      id: 'button',
      type: 'button',
      website: 'https://rimba.example/shop',
      button_text: 'Shop',
      button_color: '#123456',
    },
    {
      id: 'events',
      type: 'events',
      title: 'The way of the tea',
      timeline_color: '#aa5500',
      events: [
        {
          id: 'e1',
          title: 'Picked',
          description: 'By hand',
          media: picture,
          documents: [{ ...picture, description: 'Report' }],
        },
      ],
    },
    { id: 'video', type: 'video', title: 'Film', videoUrl: 'https://youtu.be/dQw4w9WgXcQ', description: 'Two minutes' },
    { id: 'embed', type: 'embed', link: 'https://maps.rimba.example/garden', height: 300, enableBorder: true },
  ]
}
