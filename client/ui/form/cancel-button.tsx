import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { UnsavedDialog } from '#client/ui/dialog/unsaved-dialog.tsx'

/** Leaves a full-screen form; asks first while it is `dirty`. */
export function CancelButton({ dirty, onLeave }: { dirty: boolean; onLeave: () => void }) {
  const t = useText('ui')
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => (dirty ? setConfirmOpen(true) : onLeave())}>
        {t('cancel')}
      </Button>
      <UnsavedDialog open={isConfirmOpen} onStay={() => setConfirmOpen(false)} onDiscard={onLeave} />
    </>
  )
}
