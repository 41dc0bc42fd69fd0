import { Text } from '@chakra-ui/react'
import { subDays } from 'date-fns/subDays'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { DateField } from '#client/ui/form/date/date-input.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { webhookContract } from '#shared/webhook/contract.ts'

type Props = { id: string; open: boolean; onClose: () => void }

export function ReplayDialog({ open, onClose, id }: Props) {
  const t = useText('webhook')
  return (
    <FormDialog open={open} onClose={onClose} title={t('replayTitle')}>
      <ReplayForm id={id} onDone={onClose} />
    </FormDialog>
  )
}

function ReplayForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText('webhook')
  const replay = useWrite(webhookContract.replay, { refresh: [webhookContract.deliveries] })
  const now = new Date()
  const form = useForm(webhookContract.replay.body, {
    from: subDays(now, 1).toISOString(),
    to: now.toISOString(),
    missedOnly: true,
  })
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        const { count } = await replay.mutateAsync({ params: { id }, body })
        notify({ tone: 'success', title: t('replayed', { count }) })
        onDone()
      }}
    >
      <Text color="fg.muted">{t('replayHint')}</Text>
      <DateField control={form.control} name="from" label={t('from')} withTime required />
      <DateField control={form.control} name="to" label={t('to')} withTime required />
      <CheckboxField control={form.control} name="missedOnly" label={t('missedOnly')} />
      <DialogActions loading={form.formState.isSubmitting}>{t('replay')}</DialogActions>
    </Form>
  )
}
