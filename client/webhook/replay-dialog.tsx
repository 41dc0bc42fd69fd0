import { Text } from '@chakra-ui/react'
import { subDays } from 'date-fns/subDays'
import { useState } from 'react'
import { z } from 'zod'
import { pickedInstant, toLocalInput } from '#client/core/format/datetime-input.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { DateField } from '#client/ui/form/date/date-input.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { webhookContract } from '#shared/webhook/contract.ts'

const Picked = z.string().min(1, 'Please pick a date')
const ReplayValues = z
  .object({ from: Picked, to: Picked, missedOnly: z.boolean() })
  .refine(({ from, to }) => from < to, { message: 'Start Time must be before End Time', path: ['to'] })

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
  const [offered] = useState(() => {
    const now = new Date()
    return { from: subDays(now, 1).toISOString(), to: now.toISOString() }
  })
  const form = useForm(ReplayValues, {
    from: toLocalInput(offered.from),
    to: toLocalInput(offered.to),
    missedOnly: true,
  })
  return (
    <Form
      form={form}
      onSubmit={async ({ from, to, missedOnly }) => {
        const body = { from: pickedInstant(from, offered.from), to: pickedInstant(to, offered.to), missedOnly }
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
