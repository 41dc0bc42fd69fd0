import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField, SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { registeredRoles, UserForm, userContract } from '#shared/user/contract.ts'

export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('user')
  return (
    <FormDialog open={open} onClose={onClose} title={t('add')} size="lg">
      <AddForm onDone={onClose} />
    </FormDialog>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const t = useText('user')
  const add = useWrite(userContract.add, { refresh: [userContract.list], done: t('added') })
  const empty = { name: '', email: '', businessName: '', password: '', passwordConfirm: '' }
  const form = useForm(UserForm, empty)
  const { control, formState } = form
  const role = registeredRoles.find((one) => one === form.watch('role'))
  const submit = async ({ passwordConfirm: _, ...body }: z.output<typeof UserForm>) => {
    await add.mutateAsync({ body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={control} name="name" label={t('name')} autoComplete="off" required />
      <TextField control={control} name="email" label={t('email')} type="email" autoComplete="off" required />
      <SelectField
        control={control}
        name="role"
        label={t('role')}
        options={registeredRoles.map((value) => ({ value, label: t(value) }))}
        hint={role && t(`${role}Hint`)}
        required
      />
      <TextField
        control={control}
        name="businessName"
        label={t('businessName')}
        hint={role && (role === 'merchant' ? t('businessHintNew') : t('businessHintOf'))}
        autoComplete="off"
        required
      />
      <PasswordField
        control={control}
        name="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={control}
        name="passwordConfirm"
        label={t('retype')}
        autoComplete="new-password"
        required
      />
      <DialogActions loading={formState.isSubmitting}>{t('add')}</DialogActions>
    </Form>
  )
}
