import { Text } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import {
  type CloseReason,
  closeReasons,
  type VerdictCase,
  VerdictCaseChange,
  verdictContract,
} from '#shared/verdict/contract.ts'

type Props = { row: VerdictCase | undefined; onClose: () => void }

/** Closes a case with a reason. The reason "copies found" is shown to every shopper of this code. */
export function CloseDialog({ row, onClose }: Props) {
  const t = useText('verdict')
  return (
    <FormDialog open={row !== undefined} onClose={onClose} title={t('closeTitle')} size="sm">
      {row && <CloseForm key={row.id} row={row} onClose={onClose} />}
    </FormDialog>
  )
}

function CloseForm({ row, onClose }: { row: VerdictCase; onClose: () => void }) {
  const t = useText('verdict')
  const form = useForm(VerdictCaseChange, { state: 'closed', reason: null, note: row.note })
  const change = useWrite(verdictContract.change, {
    done: t('didClose'),
    refresh: [verdictContract.cases, attentionContract.read],
  })
  const reason = form.watch('reason')
  const effect = reason && effectOf(reason, row.rule !== null)
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await change.mutateAsync({ params: { id: row.id }, body })
        onClose()
      }}
    >
      <SelectField
        control={form.control}
        name="reason"
        label={t('reason')}
        required
        options={closeReasons.map((value) => ({ value, label: t(value) }))}
      />
      {effect && <Text color="fg.muted">{t(effect)}</Text>}
      <TextareaField control={form.control} name="note" label={t('note')} />
      <DialogActions loading={form.formState.isSubmitting}>{t('closeIt')}</DialogActions>
    </Form>
  )
}

/** The effect for shoppers. A report alone shows no warning. */
function effectOf(reason: CloseReason, hasWarning: boolean): 'copyHint' | 'mistakeHint' | 'stayHint' | undefined {
  if (reason === 'copy') return 'copyHint'
  if (!hasWarning) return undefined
  return reason === 'mistake' ? 'mistakeHint' : 'stayHint'
}
