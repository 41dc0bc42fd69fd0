import { Button, type ButtonProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDialogControls } from '#client/ui/dialog/dialog-context.ts'
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { useFormId } from './form.tsx'

type Props = Pick<ButtonProps, 'loading' | 'disabled' | 'colorPalette' | 'form'> & {
  /** The label of the action. `form` is the id of its form, if the buttons are outside of it. */
  children: ReactNode
  /** The reason why the action is disabled, shown below its button. */
  disabledReason?: string | undefined
  /** Buttons before Cancel. */
  more?: ReactNode
}

/** The buttons of a form in a dialog: Cancel, then the action, in the footer of the dialog. Only the action elsewhere. */
export function DialogActions({ children, more, disabledReason, ...action }: Props) {
  const t = useText('ui')
  const dialog = useDialogControls()
  const form = useFormId()
  return (
    <DialogFooter>
      {more}
      {dialog?.close && (
        <Button type="button" variant="outline" onClick={dialog.close}>
          {t('cancel')}
        </Button>
      )}
      <ButtonWithReason disabledReason={disabledReason} type="submit" {...(form && { form })} {...action}>
        {children}
      </ButtonWithReason>
    </DialogFooter>
  )
}
