import { type ReactNode, useState } from 'react'
import { useText } from '#client/core/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'

type Props = { onCancel: () => void; children: ReactNode }

/** Stands before a form of shipments: a sensor that was not started records nothing. */
export function AfterReminder({ onCancel, children }: Props) {
  const t = useText('logistic')
  const ui = useText('ui')
  const [isStarted, setStarted] = useState(false)
  if (isStarted) return children
  return (
    <ConfirmDialog
      open
      title={t('reminderTitle')}
      confirm={t('reminderGo')}
      cancel={ui('cancel')}
      onCancel={onCancel}
      onConfirm={() => setStarted(true)}
    >
      {t('reminderBody')}
    </ConfirmDialog>
  )
}
