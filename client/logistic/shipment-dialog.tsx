import { Button, Text } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'

type Props = {
  title: string
  /** There is unsaved input, so closing needs a confirmation. */
  dirty: boolean
  /** The reminder was confirmed before. */
  isReminded?: boolean
  onClose: () => void
  children: ReactNode
}

/** A form of a shipment that starts with a reminder: a sensor that was not started records nothing. */
export function ShipmentDialog({ title, dirty, isReminded = false, onClose, children }: Props) {
  const t = useText('logistic')
  const ui = useText('ui')
  const [isStarted, setStarted] = useState(isReminded)
  return (
    <Dialog
      open
      onClose={onClose}
      title={isStarted ? title : t('reminderTitle')}
      size={isStarted ? 'lg' : 'sm'}
      dirty={dirty}
      footer={
        !isStarted && (
          <>
            <Button variant="outline" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button onClick={() => setStarted(true)}>{t('reminderGo')}</Button>
          </>
        )
      }
    >
      {isStarted ? children : <Text>{t('reminderBody')}</Text>}
    </Dialog>
  )
}
