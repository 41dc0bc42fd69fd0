import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type ManagedUser, UserEditForm, userContract } from '#shared/user/contract.ts'

type Props = { user: ManagedUser | undefined; onClose: () => void }

export function EditUserDialog({ user, onClose }: Props) {
  const t = useText('user')
  return (
    <FormDialog
      open={user !== undefined}
      onClose={onClose}
      title={t('editNamed', { name: user?.username ?? '' })}
      size="lg"
    >
      {user && <EditForm user={user} onDone={onClose} />}
    </FormDialog>
  )
}

type FormProps = { user: ManagedUser; onDone: () => void }

function EditForm({ user: { id, username, email }, onDone }: FormProps) {
  const t = useText('user')
  const change = useWrite(userContract.update, { refresh: [userContract.list], done: t('changed') })
  const form = useForm(UserEditForm, { name: username, email, password: '', passwordConfirm: '' })
  const { control, formState } = form
  const submit = async ({ name, email, password }: z.output<typeof UserEditForm>) => {
    await change.mutateAsync({ params: { id }, body: { name, email, ...(password && { password }) } })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={control} name="name" label={t('name')} autoComplete="off" required />
      <TextField control={control} name="email" label={t('email')} type="email" autoComplete="off" required />
      <PasswordField
        control={control}
        name="password"
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordField control={control} name="passwordConfirm" label={t('retype')} autoComplete="new-password" />
      <DialogActions loading={formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
