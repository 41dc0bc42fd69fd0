import { useEffect, useMemo, useRef, useState } from 'react'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'
import { isEqualData } from '#shared/sync/rules.ts'
import { deleteChosenFiles, loadChosenFiles } from './chosen-files.ts'
import { applyEdit, draftOf, StoredPageDraft } from './draft.ts'
import { useUndoHistory } from './undo-history.ts'

/** The draft of a product with its undo history. Stored on the device until it is saved or discarded. */
export function useDraft({ skuId, customization }: Pick<CustomizationState, 'skuId' | 'customization'>) {
  const draftName = `customization.${skuId}`
  const before = useMemo(() => draftOf(customization), [customization])
  const [storedDraft] = useState(() => loadDraft(draftName, StoredPageDraft))
  const history = useUndoHistory(applyEdit, () => storedDraft ?? before)
  const { present: draft, begin } = history
  const dirty = !isEqualData(draft, before)
  useUnsaved(dirty)
  useEffect(() => (dirty ? storeDraft(draftName, draft) : deleteDraft(draftName)), [dirty, draft, draftName])

  const [hasFiles, setHasFiles] = useState(false)
  useEffect(() => {
    const files = storedDraft ? loadChosenFiles(skuId) : deleteChosenFiles(skuId)
    void files.then(() => setHasFiles(true))
  }, [storedDraft, skuId])

  // After a save in another tab, a draft without changes here follows it.
  const last = useRef(before)
  useEffect(() => {
    if (last.current !== before && isEqualData(draft, last.current)) begin(before)
    last.current = before
  }, [before, draft, begin])

  return {
    ...history,
    draft,
    dirty,
    /** The draft was restored from unsaved input. */
    isBack: storedDraft !== undefined && dirty,
    /** The files of the draft are loaded. */
    isReady: hasFiles,
    /** Discards the draft and its files, and returns to the saved state. */
    reset: (saved: CustomizationState['customization']) => {
      begin(draftOf(saved))
      deleteDraft(draftName)
      void deleteChosenFiles(skuId)
    },
  }
}
