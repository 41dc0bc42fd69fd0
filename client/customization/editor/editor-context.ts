import { createContext, useContext } from 'react'
import type { PageDraft, PageEdit } from '#client/customization/draft/draft.ts'
import type { Theme } from '#shared/core/theme.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'

/** The state that every field of the editor uses. */
export type EditorState = {
  state: CustomizationState
  draft: PageDraft
  /** Consecutive changes with the same subject in a short time are one undo step. */
  change: (change: PageEdit, about?: string) => void
  /** The error of the field at a path of the draft, after the first attempt to save. */
  issueAt: (path: string) => string | undefined
  /** Whether a field below a path has an error. */
  hasIssueIn: (path: string) => boolean
  /** The theme of the preview. */
  theme: Theme
  /** The block that was just added: its card takes the focus, which scrolls it into view. */
  addedBlock: { current: string | undefined }
  /** Makes the preview show the part of the page with this CSS selector. */
  show: (selector: string) => void
  history: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void }
}

const EditorContext = createContext<EditorState | undefined>(undefined)
export const EditorProvider = EditorContext.Provider

export function useEditor(): EditorState {
  const editing = useContext(EditorContext)
  if (!editing) throw new Error('useEditor outside of EditorContext')
  return editing
}
