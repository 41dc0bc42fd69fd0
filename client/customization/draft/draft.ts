import { arrayMove } from '@dnd-kit/sortable'
import { z } from 'zod'
import { omit } from '#shared/core/omit.ts'
import type { Block, BlockType } from '#shared/customization/blocks.ts'
import { type Customization, CustomizationDraft, type CustomizationInput } from '#shared/customization/contract.ts'
import { newBlock, newCustomization, sortByOrder } from '#shared/customization/rules.ts'

/** A customization in the editor: its blocks are an ordered list. */
export type PageDraft = Omit<CustomizationDraft, 'isDraft' | 'order'>
export type PageDraftFields = Omit<PageDraft, 'additions'>

export type PageEdit =
  | { do: 'set'; set: Partial<PageDraftFields> }
  | { do: 'addBlock'; type: BlockType; id: string }
  /** A function gets the current block, for values that were made from an earlier one while a file was uploaded. */
  | { do: 'setBlock'; id: string; set: Partial<Block> | ((block: Block) => Partial<Block>) }
  | { do: 'moveBlock'; from: number; to: number }
  | { do: 'removeBlock'; id: string }

/** Applies a change to the draft. Blocks that it does not change stay the same objects. */
export function applyEdit(draft: PageDraft, change: PageEdit): PageDraft {
  const { additions } = draft
  switch (change.do) {
    case 'set':
      return { ...draft, ...change.set }
    case 'addBlock':
      return { ...draft, additions: [...additions, newBlock(change.type, change.id)] }
    case 'setBlock':
      return {
        ...draft,
        additions: additions.map((block) => (block.id === change.id ? withSet(block, change.set) : block)),
      }
    case 'moveBlock':
      return { ...draft, additions: arrayMove(additions, change.from, change.to) }
    case 'removeBlock':
      return { ...draft, additions: additions.filter(({ id }) => id !== change.id) }
  }
}

const withSet = (block: Block, set: Extract<PageEdit, { do: 'setBlock' }>['set']): Block =>
  ({ ...block, ...(typeof set === 'function' ? set(block) : set) }) as Block

export function draftOf(saved: Customization | null): PageDraft {
  const { order, ...draft } = omit(saved ?? { ...newCustomization(), order: [] }, 'isDraft')
  return { ...draft, additions: sortByOrder(draft.additions, order) }
}

/** Converts the draft to the body of the save call. */
export const customizationOf = (draft: PageDraft, isDraft: boolean): CustomizationInput => ({
  ...draft,
  order: draft.additions.map(({ id }) => id),
  isDraft,
})

/** The errors of the draft, by the path of the field: `additions.2.website`. */
export function issuesOf(draft: PageDraft): Map<string, string> {
  const issues = CustomizationDraft.safeParse(customizationOf(draft, true)).error?.issues ?? []
  return new Map(issues.map(({ path, message }) => [path.join('.'), message]))
}

const toleratedIssues = ['custom', 'too_big', 'too_small', 'invalid_format']

/** The schema of a draft stored on the device: the right structure, though fields may still be invalid. */
export const StoredPageDraft = z
  .custom<Partial<PageDraft>>((stored) => {
    if (typeof stored !== 'object' || stored === null) return false
    const parsed = CustomizationDraft.safeParse({ ...stored, isDraft: true })
    return parsed.error?.issues.every(({ code }) => toleratedIssues.includes(code)) ?? true
  })
  .transform((stored): PageDraft => ({ ...draftOf(null), ...stored }))
