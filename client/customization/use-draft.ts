import { useEffect, useMemo, useRef, useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from '#client/core/kept-draft.ts'
import { useUnsaved } from '#client/core/unsaved.ts'
import { useHistory } from '#client/ui/history.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'
import { same } from '#shared/sync/rules.ts'
import { dropChosen, loadChosen } from './chosen-files.ts'
import { changed, draftOf, KeptDraft } from './draft.ts'

/** The draft of a product with its history. What is typed is kept on the device until it is saved or given up. */
export function useDraft({ skuId, customization }: Pick<CustomizationState, 'skuId' | 'customization'>) {
  const keptAs = `customization.${skuId}`
  const before = useMemo(() => draftOf(customization), [customization])
  const [kept] = useState(() => keptDraft(keptAs, KeptDraft))
  const history = useHistory(changed, () => kept ?? before)
  const { present: draft, begin } = history
  const dirty = !same(draft, before)
  useUnsaved(dirty)
  useEffect(() => (dirty ? keepDraft(keptAs, draft) : dropDraft(keptAs)), [dirty, draft, keptAs])

  const [hasFiles, setHasFiles] = useState(false)
  useEffect(() => {
    const files = kept ? loadChosen(skuId) : dropChosen(skuId)
    void files.then(() => setHasFiles(true))
  }, [kept, skuId])

  // Saved from another tab: what was not touched here follows.
  const last = useRef(before)
  useEffect(() => {
    if (last.current !== before && same(draft, last.current)) begin(before)
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
      dropDraft(keptAs)
      void dropChosen(skuId)
    },
  }
}
