import type { BlockOf, BlockType } from '#shared/customization/blocks.ts'

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  /** Of the block in the draft: `additions.2`. */
  path: string
  /** @param field which is typed into: letters of one field are taken back together */
  set: (set: Partial<Omit<BlockOf<T>, 'id' | 'type'>>, field?: string) => void
}
