import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  open: boolean
  /** What is lost, where the general text would be wrong. */
  body?: string | undefined
  onStay: () => void
  onDiscard: () => void
}

/** Asks for confirmation before unsaved input is discarded. */
export function UnsavedDialog({ open, body, onStay, onDiscard }: Props) {
  const t = useText('ui')
  return (
    <ConfirmDialog
      open={open}
      title={t('unsavedTitle')}
      confirm={t('discard')}
      cancel={t('keepEditing')}
      danger
      onCancel={onStay}
      onConfirm={onDiscard}
    >
      {body ?? t('unsavedBody')}
    </ConfirmDialog>
  )
}
