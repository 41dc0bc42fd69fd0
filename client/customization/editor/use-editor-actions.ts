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

/** A control with an error, or the button of a field that has none, such as files. */
const invalidControl = '[aria-invalid=true], .chakra-field__root[data-invalid] button:not([disabled])'

/** What prevents a save, by the path of the field. */
function problemsOf(draft: PageDraft, needsImage: string): ReadonlyMap<string, string> {
  const empty = blocksWithoutImages(draft.additions)
  const paths = empty.map((block) => `additions.${draft.additions.indexOf(block)}.images`)
  return new Map([...issuesOf(draft), ...paths.map((path) => [path, needsImage] as const)])
}

/** The actions of the editor's buttons. Each confirms first, and saving validates the fields. */
export function useEditorActions({ state, draft, cloned, reset, onCancelled, onClose }: Props) {
  const words = useText('customization')
  const saving = useSave(state.skuId)
  const [question, setQuestion] = useState<ConfirmKind>()
  const [last, setLast] = useState<ConfirmKind>()
  /** The number of save attempts: after the first, fields show their errors. */
  const [tries, setTries] = useState(0)
  const needsImage = words('needsImage')
  const issues = useMemo(() => (tries > 0 ? problemsOf(draft, needsImage) : noIssues), [tries, draft, needsImage])
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = tries > 0 ? root.current?.querySelector<HTMLElement>(invalidControl) : undefined
    first?.focus({ preventScroll: true })
    // The bar of buttons covers the lowest part of the window.
    first?.scrollIntoView({ block: 'center' })
  }, [tries])

  const canSave = () => {
    setTries(tries + 1)
    const found = problemsOf(draft, needsImage)
    if ([...found.values()].includes(needsImage)) notify({ tone: 'info', title: needsImage })
    return found.size === 0
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
