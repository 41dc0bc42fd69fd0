import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import type { CustomizationState } from '#shared/customization/contract.ts'
import { canBeDraft } from '#shared/customization/rules.ts'
import type { Sku } from '#shared/sku/contract.ts'

/** Confirmation dialogs of the editor's actions. */
export type ConfirmKind = 'cancel' | 'startOver' | 'saveDraft' | 'publish' | 'clone'

type Props = {
  question: ConfirmKind | undefined
  state: CustomizationState
  source: Sku | undefined
  /** Whether the cloned page was never published. */
  isDraftSource: boolean
  onYes: (question: ConfirmKind) => void
  onNo: () => void
}

export function ConfirmDialogs({ question, state, source, isDraftSource, onYes, onNo }: Props) {
  const words = useText('customization')
  const dialogTexts: Record<ConfirmKind, { title: string; body: string }> = {
    cancel: { title: words('cancel'), body: words('askCancel') },
    startOver: { title: words('startOver'), body: words('askStartOver') },
    saveDraft: { title: words('saveDraft'), body: words('askDraft') },
    publish: {
      title: words('publish'),
      body: canBeDraft(state.customization) ? words('askPublishFirst') : words('askPublish'),
    },
    clone: {
      title: words('askClone', { name: source?.name ?? '', sku: source?.sku ?? '' }),
      body: words(isDraftSource ? 'askCloneDraftHint' : 'askCloneHint'),
    },
  }
  // Keeps the text of a dialog during its closing animation.
  return (Object.keys(dialogTexts) as ConfirmKind[]).map((one) => (
    <ConfirmDialog
      key={one}
      open={question === one}
      title={dialogTexts[one].title}
      confirm={words('yes')}
      cancel={words('no')}
      danger={one === 'startOver' || one === 'cancel'}
      onCancel={onNo}
      onConfirm={() => onYes(one)}
    >
      {dialogTexts[one].body}
    </ConfirmDialog>
  ))
}
