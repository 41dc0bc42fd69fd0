import type { Block } from '#shared/customization/blocks.ts'

const longest = 80

/** A summary of a folded block from its own texts; empty if nothing was entered. */
export function blockSummary(block: Block): string {
  switch (block.type) {
    case 'image':
      return block.images.map(({ name }) => name).join(', ') || block.description
    case 'text':
      return textOf(block.content.ops)
    case 'button':
      return block.website || block.button_text
    case 'events':
      return (
        block.events
          .map(({ title }) => title)
          .filter(Boolean)
          .join(', ') || block.title
      )
    case 'video':
      return block.title || block.videoUrl
    case 'embed':
      return block.link
  }
}

function textOf(ops: readonly { insert?: unknown }[]): string {
  const text = ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('')
  return text.replace(/\s+/gu, ' ').trim().slice(0, longest)
}
