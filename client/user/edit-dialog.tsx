import { useState } from 'react'
import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { type ManagedUser, UserEditForm, userContract } from '#shared/user/contract.ts'

type Props = { user: ManagedUser | undefined; onClose: () => void }

export function EditUserDialog({ user, onClose }: Props) {
  const t = useText('user')
  const [dirty, setDirty] = useState(false)
  return (
    <Dialog
      open={user !== undefined}
      onClose={onClose}
      title={t('editNamed', { name: user?.username ?? '' })}
      size="lg"
      dirty={dirty}
    >
      {user && <EditForm user={user} onDirty={setDirty} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { user: ManagedUser; onDirty: (dirty: boolean) => void; onDone: () => void }

function EditForm({ user: { id, username, email }, onDirty, onDone }: FormProps) {
  const t = useText('user')
  const change = useWrite(userContract.update, { refresh: [userContract.list], done: t('changed') })
  const form = useForm(UserEditForm, { name: username, email, password: '', passwordConfirm: '' }, { onDirty })
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
