import { Text } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type Recall, verdictContract } from '#shared/verdict/contract.ts'

type Props = { recall: Recall | undefined; onClose: () => void }

/** Ends a recall with a reason, which stays in the history. */
export function EndRecallDialog({ recall, onClose }: Props) {
  const t = useText('verdict')
  return (
    <FormDialog
      open={recall !== undefined}
      onClose={onClose}
      title={t('endRecallTitle', { name: recall?.name ?? '' })}
      size="sm"
    >
      {recall && <EndRecallForm key={recall.id} recall={recall} onClose={onClose} />}
    </FormDialog>
  )
}

function EndRecallForm({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const t = useText('verdict')
  const form = useForm(verdictContract.endRecall.body, { reason: '' })
  const end = useWrite(verdictContract.endRecall, { done: t('recallEnded'), refresh: [verdictContract.recalls] })
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await end.mutateAsync({ params: { id: recall.id }, body })
        onClose()
      }}
    >
      <Text color="fg.muted">{t('endRecallHint')}</Text>
      <TextareaField
        control={form.control}
        name="reason"
        label={t('endRecallReason')}
        hint={t('endRecallReasonHint')}
        required
      />
      <DialogActions loading={form.formState.isSubmitting}>{t('endRecallNow')}</DialogActions>
    </Form>
  )
}
