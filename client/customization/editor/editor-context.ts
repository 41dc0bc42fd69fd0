import { createContext, useContext } from 'react'
import type { PageDraft, PageEdit } from '#client/customization/draft/draft.ts'
import type { Theme } from '#shared/core/theme.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'

/** What every field of the editor works with. */
export type EditorState = {
  state: CustomizationState
  draft: PageDraft
  /** Changes about the same thing that follow each other closely are taken back together. */
  change: (change: PageEdit, about?: string) => void
  /** What is wrong with the field at a path of the draft, as soon as saving was tried. */
  issueAt: (path: string) => string | undefined
  /** The theme that the preview shows. */
  theme: Theme
  /** The block that a button has just added: its card takes the focus, which brings it into sight. */
  addedBlock: { current: string | undefined }
  history: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void }
}

const EditorContext = createContext<EditorState | undefined>(undefined)
export const EditorProvider = EditorContext.Provider

export function useEditor(): EditorState {
  const editing = useContext(EditorContext)
  if (!editing) throw new Error('Fields of the editor stand inside of it')
  return editing
}
