import type { IconType } from 'react-icons'
import { LuAppWindow, LuCalendarDays, LuImage, LuRectangleHorizontal, LuType, LuVideo } from 'react-icons/lu'
import type { BlockType } from '#shared/customization/blocks.ts'

export const blockNames = {
  image: 'blockImage',
  text: 'blockText',
  button: 'blockButton',
  events: 'blockEvents',
  video: 'blockVideo',
  embed: 'blockEmbed',
} as const satisfies Record<BlockType, string>

export const blockIcons: Record<BlockType, IconType> = {
  image: LuImage,
  text: LuType,
  button: LuRectangleHorizontal,
  events: LuCalendarDays,
  video: LuVideo,
  embed: LuAppWindow,
}
