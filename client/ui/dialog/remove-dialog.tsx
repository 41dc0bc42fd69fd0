import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props<Item> = {
  /** The item to remove; the dialog is closed without it. */
  item: Item | undefined
  title: (item: Item) => string
  hint: string
  /** Delete by default. */
  confirm?: string
  cancel?: string
  /** The removal is running. */
  busy?: boolean
  onRemove: (item: Item) => void
  onClose: () => void
}

/** Asks for confirmation before one item is removed. */
export function RemoveDialog<Item>({
  item,
  title,
  hint,
  confirm,
  cancel,
  busy = false,
  onRemove,
  onClose,
}: Props<Item>) {
  const t = useText('ui')
  // Keeps the title during the closing animation.
  const [shown, setShown] = useState(item)
  if (item !== undefined && item !== shown) setShown(item)
  return (
    <ConfirmDialog
      open={item !== undefined}
      title={shown === undefined ? '' : title(shown)}
      confirm={confirm ?? t('delete')}
      {...(cancel !== undefined && { cancel })}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() => item !== undefined && onRemove(item)}
    >
      {hint}
    </ConfirmDialog>
  )
}
