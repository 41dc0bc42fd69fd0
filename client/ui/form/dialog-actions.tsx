import { Button, type ButtonProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useOpenDialog } from '#client/ui/feedback/dialog-context.ts'
import { DialogFooter } from '#client/ui/feedback/dialog-footer.tsx'
import { useFormId } from './form.tsx'

type Props = Pick<ButtonProps, 'loading' | 'disabled' | 'colorPalette' | 'form'> & {
  /** The label of the action. `form` is the id of its form, if the buttons are outside of it. */
  children: ReactNode
  /** Buttons before Cancel. */
  more?: ReactNode
}

/** The buttons of a form in a dialog: Cancel, then the action, in the footer of the dialog. Only the action elsewhere. */
export function DialogActions({ children, more, ...action }: Props) {
  const t = useText('ui')
  const dialog = useOpenDialog()
  const form = useFormId()
  return (
    <DialogFooter>
      {more}
      {dialog?.close && (
        <Button type="button" variant="outline" onClick={dialog.close}>
          {t('cancel')}
        </Button>
      )}
      <Button type="submit" {...(form && { form })} {...action}>
        {children}
      </Button>
    </DialogFooter>
  )
}
