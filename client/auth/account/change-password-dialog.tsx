import type { z } from 'zod'
import { NewPasswordFields } from '#client/auth/new-password-fields.tsx'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { applySignIn } from '#client/core/session/refresh/refresh-session.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { authContract, FirstPassword, PasswordChange } from '#shared/auth/contract.ts'

export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('auth')
  return (
    <FormDialog open={open} onClose={onClose} title={t('changePassword')}>
      <ChangePasswordForm onDone={onClose} />
    </FormDialog>
  )
}

/** For an account that was created by a link and has no current password. */
export function FirstPasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('auth')
  return (
    <FormDialog open={open} onClose={onClose} title={t('setPassword')}>
      <FirstPasswordForm onDone={onClose} />
    </FormDialog>
  )
}

type FormProps = { onDone: () => void }

function FirstPasswordForm({ onDone }: FormProps) {
  const t = useText('auth')
  const set = useWrite(authContract.firstPassword, { refresh: [authContract.devices], done: t('passwordSet') })
  const form = useForm(FirstPassword, { newPassword: '', newPasswordConfirm: '' })
  const submit = async (body: z.output<typeof FirstPassword>) => {
    applySignIn(await set.mutateAsync({ body }))
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <NewPasswordFields control={form.control} name="newPassword" repeatName="newPasswordConfirm" />
      <DialogActions loading={form.formState.isSubmitting}>{t('setPassword')}</DialogActions>
    </Form>
  )
}

function ChangePasswordForm({ onDone }: FormProps) {
  const t = useText('auth')
  const change = useWrite(authContract.changePassword, { refresh: [authContract.devices], done: t('passwordChanged') })
  const empty = { oldPassword: '', newPassword: '', newPasswordConfirm: '' }
  const form = useForm(PasswordChange, empty)
  const submit = async (body: z.output<typeof PasswordChange>) => {
    applySignIn(await change.mutateAsync({ body }))
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <PasswordField
        control={form.control}
        name="oldPassword"
        label={t('oldPassword')}
        autoComplete="current-password"
      />
      <NewPasswordFields control={form.control} name="newPassword" repeatName="newPasswordConfirm" />
      <DialogActions loading={form.formState.isSubmitting}>{t('updatePassword')}</DialogActions>
    </Form>
  )
}
