import { useEffect, useMemo, useRef, useState } from 'react'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { useUndoHistory } from '#client/ui/form/undo-history.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'
import { equalData } from '#shared/sync/rules.ts'
import { deleteChosenFiles, loadChosenFiles } from './chosen-files.ts'
import { applyEdit, draftOf, StoredPageDraft } from './draft.ts'

/** The draft of a product with its history. What is typed is kept on the device until it is saved or given up. */
export function useDraft({ skuId, customization }: Pick<CustomizationState, 'skuId' | 'customization'>) {
  const keptAs = `customization.${skuId}`
  const before = useMemo(() => draftOf(customization), [customization])
  const [kept] = useState(() => loadDraft(keptAs, StoredPageDraft))
  const history = useUndoHistory(applyEdit, () => kept ?? before)
  const { present: draft, begin } = history
  const dirty = !equalData(draft, before)
  useUnsaved(dirty)
  useEffect(() => (dirty ? storeDraft(keptAs, draft) : deleteDraft(keptAs)), [dirty, draft, keptAs])

  const [hasFiles, setHasFiles] = useState(false)
  useEffect(() => {
    const files = kept ? loadChosenFiles(skuId) : deleteChosenFiles(skuId)
    void files.then(() => setHasFiles(true))
  }, [kept, skuId])

  // Saved from another tab: what was not touched here follows.
  const last = useRef(before)
  useEffect(() => {
    if (last.current !== before && equalData(draft, last.current)) begin(before)
    last.current = before
  }, [before, draft, begin])

  return {
    ...history,
    draft,
    dirty,
    /** It goes on from what was typed and not saved before. */
    isBack: kept !== undefined && dirty,
    /** The files that the draft names are at hand. */
    isReady: hasFiles,
    /** Back to what is saved; what was typed and chosen is gone. */
    reset: (saved: CustomizationState['customization']) => {
      begin(draftOf(saved))
      deleteDraft(keptAs)
      void deleteChosenFiles(skuId)
    },
  }
}
