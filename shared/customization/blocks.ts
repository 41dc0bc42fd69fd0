import { z } from 'zod'
import { MultiLine, SingleLine, StoredFile } from '#shared/core/fields/fields.ts'
import { defaultTexts } from './default-texts.ts'
import { OptionalColor, OptionalUrl, PartId, Picture } from './fields.ts'
import { Delta } from './rich-text-delta.ts'

/** The types of blocks below the verdict, in the order of the editor. */
export const blockTypes = ['image', 'text', 'button', 'events', 'video', 'embed'] as const
export type BlockType = (typeof blockTypes)[number]

export const maxBlocks = 30
export const maxImages = 20
export const maxEvents = 30
export const maxDocuments = 10

const id = PartId
const uniqueIds = (parts: readonly { id: string }[]) => new Set(parts.map((part) => part.id)).size === parts.length
const twice = 'Every part needs an id of its own'

/** Without a URL, the picture is not a link. */
const BlockImage = Picture.safeExtend({ imageExternalUrl: OptionalUrl })

const ImageBlock = z.object({
  id,
  type: z.literal('image'),
  description: SingleLine(500).default(defaultTexts.image_description),
  images: z.array(BlockImage).max(maxImages).default([]),
})

const TextBlock = z.object({
  id,
  type: z.literal('text'),
  /** A Quill Delta. */
  content: Delta,
})

const ButtonBlock = z.object({
  id,
  type: z.literal('button'),
  website: OptionalUrl,
  button_text: SingleLine(60).default(defaultTexts.button_text),
  button_color: OptionalColor,
  button_text_color: OptionalColor.default('#ffffff'),
  button_border_color: OptionalColor,
})

const EventDocument = StoredFile.extend({ description: SingleLine(200).default('') })

export const BrandEvent = z.object({
  id,
  title: SingleLine(120).default(''),
  description: MultiLine(2000).default(''),
  media: Picture.nullable().default(null),
  documents: z.array(EventDocument).max(maxDocuments).default([]),
})
export type BrandEvent = z.infer<typeof BrandEvent>

const EventsBlock = z.object({
  id,
  type: z.literal('events'),
  title: SingleLine(120).default(defaultTexts.events_title),
  timeline_color: OptionalColor,
  events: z.array(BrandEvent).max(maxEvents).default([]).refine(uniqueIds, twice),
})

const VideoBlock = z.object({
  id,
  type: z.literal('video'),
  title: SingleLine(120).default(defaultTexts.video_title),
  /** A page of a known player. A page of another host becomes a link. */
  videoUrl: OptionalUrl,
  description: MultiLine(2000).default(''),
})

/** CSS pixels. */
const embedHeight = { min: 100, max: 2000, default: 400 } as const

const EmbedBlock = z.object({
  id,
  type: z.literal('embed'),
  /** Shown inside the page if an administrator approved the host, otherwise as a link. */
  link: OptionalUrl,
  height: z.int().min(embedHeight.min).max(embedHeight.max).default(embedHeight.default),
  enableBorder: z.boolean().default(true),
})

export const Block = z.discriminatedUnion('type', [
  ImageBlock,
  TextBlock,
  ButtonBlock,
  EventsBlock,
  VideoBlock,
  EmbedBlock,
])
export type Block = z.infer<typeof Block>
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export const Blocks = z.array(Block).max(maxBlocks).default([]).refine(uniqueIds, twice)
