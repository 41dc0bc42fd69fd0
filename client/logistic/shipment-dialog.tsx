import { Button, Text } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'

type Props = {
  title: string
  /** There is unsaved input, so closing needs a confirmation. */
  dirty: boolean
  discarded?: string | undefined
  /** The reminder was confirmed before. */
  isReminded?: boolean
  onClose: () => void
  children: ReactNode
}

/** A form of a shipment that starts with a reminder: a sensor that was not started records nothing. A shipment may also have none. */
export function ShipmentDialog({ title, dirty, discarded, isReminded = false, onClose, children }: Props) {
  const t = useText('logistic')
  const ui = useText('ui')
  const [isAnswered, setAnswered] = useState(isReminded)
  return (
    <Dialog
      open
      onClose={onClose}
      title={isAnswered ? title : t('reminderTitle')}
      size={isAnswered ? 'lg' : 'sm'}
      dirty={dirty}
      discarded={discarded}
      footer={
        !isAnswered && (
          <>
            <Button variant="outline" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button variant="outline" onClick={() => setAnswered(true)}>
              {t('reminderNone')}
            </Button>
            <Button onClick={() => setAnswered(true)}>{t('reminderGo')}</Button>
          </>
        )
      }
    >
      {isAnswered ? children : <Text>{t('reminderBody')}</Text>}
    </Dialog>
  )
}
