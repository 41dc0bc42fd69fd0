import type { BlockOf, BlockType } from '#shared/customization/blocks.ts'

type BlockChange<T extends BlockType> = Partial<Omit<BlockOf<T>, 'id' | 'type'>>

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  /** The path of the block in the draft: `additions.2`. */
  path: string
  /**
   * @param set a function gets the current block, which may be newer than `block` after an `await`
   * @param field the edited field; consecutive edits of one field are one undo step
   */
  set: (set: BlockChange<T> | ((block: BlockOf<T>) => BlockChange<T>), field?: string) => void
}
