import type { Block } from '#shared/customization/blocks.ts'

type Link = { path: (string | number)[]; link: string }
type Linking = { website: string; social_link: string; additions: readonly Block[] }

/** All URLs to which a page links, with the paths of their fields. */
export function linksOf({ website, social_link, additions }: Linking): Link[] {
  const own: Link[] = [
    { path: ['website'], link: website },
    { path: ['social_link'], link: social_link },
  ]
  const ofBlocks = additions.flatMap((block, at) =>
    linksIn(block).map(({ path, link }) => ({ path: ['additions', at, ...path], link })),
  )
  return [...own, ...ofBlocks]
}

function linksIn(block: Block): Link[] {
  switch (block.type) {
    case 'image':
      return block.images.map(({ imageExternalUrl }, at) => ({
        path: ['images', at, 'imageExternalUrl'],
        link: imageExternalUrl,
      }))
    case 'button':
      return [{ path: ['website'], link: block.website }]
    case 'video':
      return [{ path: ['videoUrl'], link: block.videoUrl }]
    case 'embed':
      return [{ path: ['link'], link: block.link }]
    case 'text':
    case 'events':
      return []
  }
}
