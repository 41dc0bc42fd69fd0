import type { ComponentType } from 'react'
import type { BlockOf, BlockType } from '#shared/customization/blocks.ts'
import type { BlockProps } from './block-props.ts'
import { ButtonFields } from './button-fields.tsx'
import { EmbedFields } from './embed-fields.tsx'
import { EventsFields } from './events-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { VideoFields } from './video-fields.tsx'

const fieldsOf: { [T in BlockType]: ComponentType<BlockProps<T>> } = {
  image: ImageFields,
  text: TextFields,
  button: ButtonFields,
  events: EventsFields,
  video: VideoFields,
  embed: EmbedFields,
}

/** The fields of a block of any kind. */
export function BlockFields({ block, ...props }: BlockProps<BlockType>) {
  const Fields = fieldsOf[block.type] as ComponentType<BlockProps<BlockType>>
  return <Fields block={block as BlockOf<BlockType>} {...props} />
}
