import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props<Item> = {
  /** The item to remove; the dialog is closed without it. */
  item: Item | undefined
  title: (item: Item) => string
  hint: string
  /** The removal is running. */
  busy?: boolean
  onRemove: (item: Item) => void
  onClose: () => void
}

/** Asks for confirmation before one item is removed. */
export function RemoveDialog<Item>({ item, title, hint, busy = false, onRemove, onClose }: Props<Item>) {
  // Keeps the title during the closing animation.
  const [shown, setShown] = useState(item)
  if (item !== undefined && item !== shown) setShown(item)
  return (
    <ConfirmDialog
      open={item !== undefined}
      title={shown === undefined ? '' : title(shown)}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() => item !== undefined && onRemove(item)}
    >
      {hint}
    </ConfirmDialog>
  )
}
