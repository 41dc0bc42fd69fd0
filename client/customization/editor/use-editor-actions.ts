import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { issuesOf, type PageDraft } from '#client/customization/draft/draft.ts'
import { useSave } from '#client/customization/draft/use-save.ts'
import type { Customization, CustomizationState } from '#shared/customization/contract.ts'
import { blocksWithoutImages, cloneCustomization } from '#shared/customization/rules.ts'
import type { ConfirmKind } from './confirm-dialogs.tsx'

type Props = {
  state: CustomizationState
  draft: PageDraft
  /** The customization that is shown for cloning. */
  cloned: Customization | null | undefined
  /** Restarts the draft from the saved state. */
  reset: (saved: Customization | null) => void
  onCancelled: () => void
  onClose: () => void
}

const noIssues: ReadonlyMap<string, string> = new Map()

/** The actions of the editor's buttons. Each confirms first, and saving validates the fields. */
export function useEditorActions({ state, draft, cloned, reset, onCancelled, onClose }: Props) {
  const words = useText('customization')
  const saving = useSave(state.skuId)
  const [question, setQuestion] = useState<ConfirmKind>()
  const [last, setLast] = useState<ConfirmKind>()
  /** The number of save attempts: after the first, fields show their errors. */
  const [tries, setTries] = useState(0)
  const issues = useMemo(() => (tries > 0 ? issuesOf(draft) : noIssues), [tries, draft])
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])

  const canSave = () => {
    setTries(tries + 1)
    if (issuesOf(draft).size > 0) return false
    if (blocksWithoutImages(draft.additions).length === 0) return true
    notify({ tone: 'info', title: words('needsImage') })
    return false
  }
  const leaveWith = (saved: CustomizationState | undefined) => {
    if (!saved) return
    reset(saved.customization)
    onClose()
  }
  const work: Record<ConfirmKind, () => Promise<unknown>> = {
    async cancel() {
      reset(state.customization)
      setTries(0)
      onCancelled()
    },
    async startOver() {
      if (!(await saving.startOver(words('startedOver')))) return
      reset(null)
      setTries(0)
    },
    saveDraft: async () => leaveWith(await saving.save(draft, true, words('draftSaved'))),
    publish: async () => leaveWith(await saving.save(draft, false, words('published'))),
    async clone() {
      if (cloned) leaveWith(await saving.clone(cloneCustomization(cloned, state.certificates), words('published')))
    },
  }
  const run = (one: ConfirmKind) => {
    setQuestion(undefined)
    setLast(one)
    void work[one]()
  }
  return {
    root,
    question,
    issues,
    stage: saving.stage,
    ask(next: ConfirmKind) {
      const saves = next === 'saveDraft' || next === 'publish'
      if (!saves || canSave()) setQuestion(next)
    },
    answerNo: () => setQuestion(undefined),
    run,
    /** Repeats the last failed action; undefined when none failed. */
    retry: saving.failed && last ? () => run(last) : undefined,
  }
}
