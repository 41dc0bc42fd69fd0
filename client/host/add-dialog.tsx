import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { BrandHostInput, brandHostContract } from '#shared/host/contract.ts'

type Props = { onDone: () => void }

export function AddHostDialog({ open, onDone }: Props & { open: boolean }) {
  const t = useText('brandHost')
  return (
    <FormDialog open={open} onClose={onDone} title={t('addTitle')}>
      <HostForm onDone={onDone} />
    </FormDialog>
  )
}

function HostForm({ onDone }: Props) {
  const t = useText('brandHost')
  const add = useWrite(brandHostContract.add, { refresh: [brandHostContract.list], done: t('added') })
  const form = useForm(BrandHostInput, { host: '' })
  const submit = async (body: BrandHostInput) => {
    await add.mutateAsync({ body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        control={form.control}
        name="host"
        label={t('host')}
        hint={t('hostHint')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
