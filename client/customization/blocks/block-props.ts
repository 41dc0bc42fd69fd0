import type { BlockOf, BlockType } from '#shared/customization/blocks.ts'

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  /** The path of the block in the draft: `additions.2`. */
  path: string
  /** @param field the edited field; consecutive edits of one field are one undo step */
  set: (set: Partial<Omit<BlockOf<T>, 'id' | 'type'>>, field?: string) => void
}
