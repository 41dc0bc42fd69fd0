import { Button, type ButtonProps, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#client/core/i18n/i18n.ts'
import { useOpenDialog } from '#client/ui/feedback/dialog-context.ts'
import { useFormId } from './form.tsx'

type Props = Pick<ButtonProps, 'loading' | 'disabled' | 'colorPalette'> & {
  /** The label of the action. */
  children: ReactNode
  /** Buttons before Cancel. */
  more?: ReactNode
}

/** The buttons of a form in a dialog: Cancel, then the action, in the footer of the dialog. Only the action elsewhere. */
export function DialogActions({ children, more, ...action }: Props) {
  const t = useText('ui')
  const dialog = useOpenDialog()
  const form = useFormId()
  const buttons = (
    <>
      {more}
      {dialog?.close && (
        <Button type="button" variant="outline" onClick={dialog.close}>
          {t('cancel')}
        </Button>
      )}
      <Button type="submit" {...(form && { form })} {...action}>
        {children}
      </Button>
    </>
  )
  if (!dialog) return <Flex gap="3">{buttons}</Flex>
  return dialog.footer && createPortal(buttons, dialog.footer)
}
