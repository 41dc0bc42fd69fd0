import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { type PackNumbering, PackNumberingForm, packContract } from '#shared/pack/contract.ts'

/** The GS1 company prefix of the merchant, from which SSCCs are made. */
export function NumberingDialog({ onClose }: { onClose: () => void }) {
  const t = useText('pack')
  const read = useRead(packContract.numbering, {})
  return (
    <FormDialog open onClose={onClose} title={t('numbering')}>
      {read.data ? <NumberingForm stored={read.data} onDone={onClose} /> : <LoadState read={read} height="40" />}
    </FormDialog>
  )
}

function NumberingForm({ stored, onDone }: { stored: PackNumbering; onDone: () => void }) {
  const t = useText('pack')
  const ui = useText('ui')
  const form = useForm(PackNumberingForm, { company_prefix: stored.company_prefix ?? '', next: stored.next })
  const { control, formState } = form
  const save = useWrite(packContract.setNumbering, { refresh: [packContract.numbering], done: t('saved') })
  return (
    <Form
      form={form}
      onSubmit={async ({ company_prefix, next }) => {
        await save.mutateAsync({ body: { company_prefix: company_prefix || null, next } })
        onDone()
      }}
    >
      <TextField
        control={control}
        name="company_prefix"
        label={t('prefix')}
        hint={t('prefixHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <NumberField control={control} name="next" label={t('next')} hint={t('nextHint')} />
      <DialogActions loading={formState.isSubmitting}>{ui('save')}</DialogActions>
    </Form>
  )
}
